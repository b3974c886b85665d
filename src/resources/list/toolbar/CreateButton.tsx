import { Button } from '@mui/material';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { recordNoun } from '../../../../contract/screens/recordNoun.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../../dialogSlots.ts';
import type { FormOptions } from '../../form/entityFields.ts';
import { useOverrides } from '../../overrides.ts';

/** Opens the dialog that creates a record; undefined if the role may not create one here. */
export function useCreateDialog(entity: Entity, options: FormOptions | undefined): (() => void) | undefined {
  const openDialog = useOpenDialog();
  const { CreateForm } = useDialogSlots();
  const { create: Create } = useOverrides(entity.name);
  if (!isPermitted(entity, 'create')) return undefined;
  if (Create) return () => openDialog((close) => <Create onClose={close} />);
  if (!options || entity.without?.includes('create')) return undefined;
  return () => openDialog((close) => <CreateForm entity={entity} options={options} onClose={close} />);
}

interface Props {
  entity: Entity;
  /** Initial values of the new record. */
  preset?: FormOptions['preset'];
  /** True for a button next to a heading inside a page: it is less prominent than the page's own. */
  inner?: boolean;
  onClick: () => void;
}

export const CreateButton = ({ entity, preset, inner = false, onClick }: Props) => (
  <Button variant={inner ? 'outlined' : 'contained'} onClick={onClick}>
    {text().list.create(translate(recordNoun(entity, preset)))}
  </Button>
);
