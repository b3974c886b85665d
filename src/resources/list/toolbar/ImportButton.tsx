import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { text } from '../../../i18n/text.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../../dialogSlots.ts';

/** Opens the import dialog; hidden if the role may not import here. */
export function ImportButton({ entity }: { entity: Entity }) {
  const openDialog = useOpenDialog();
  const { ImportDialog } = useDialogSlots();
  if (!isPermitted(entity, 'import')) return null;
  return (
    <Button
      startIcon={<FileUploadOutlined />}
      onClick={() => openDialog((close) => <ImportDialog entity={entity} onClose={close} />)}
    >
      {text().imports.open}
    </Button>
  );
}
