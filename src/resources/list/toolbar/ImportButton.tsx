import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { Button, IconButton, Tooltip } from '@mui/material';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { text } from '../../../i18n/text.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../../dialogSlots.ts';

interface Props {
  entity: Entity;
  /** True for an icon, where a phone has no room for the word. */
  isIcon?: boolean;
}

/** Opens the import dialog; hidden if the role may not import here. */
export function ImportButton({ entity, isIcon = false }: Props) {
  const openDialog = useOpenDialog();
  const { ImportDialog } = useDialogSlots();
  if (!isPermitted(entity, 'import')) return null;
  const label = text().imports.open;
  const open = () => openDialog((close) => <ImportDialog entity={entity} onClose={close} />);
  if (isIcon)
    return (
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={open}>
          <FileUploadOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  return (
    <Button startIcon={<FileUploadOutlined />} onClick={open}>
      {label}
    </Button>
  );
}
