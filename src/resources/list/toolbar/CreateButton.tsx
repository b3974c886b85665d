import { Button } from '@mui/material';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { recordNoun } from '../../../../contract/screens/recordNoun.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../../dialogSlots.ts';
import type { FormOptions } from '../../form/entityFields.ts';
import { useOverrides } from '../../overrides.ts';

/** The way to the dialog that makes a record; undefined where the role makes none here. */
export function useCreateDialog(entity: Entity, options: FormOptions | undefined): (() => void) | undefined {
  const openDialog = useOpenDialog();
  const { CreateForm } = useDialogSlots();
  const { create: Create } = useOverrides(entity.name);
  if (!isPermitted(entity.name, 'create')) return undefined;
  if (Create) return () => openDialog((close) => <Create onClose={close} />);
  if (!options || entity.without?.includes('create')) return undefined;
  return () => openDialog((close) => <CreateForm entity={entity} options={options} onClose={close} />);
}

interface Props {
  entity: Entity;
  /** What the new record starts with. */
  preset?: FormOptions['preset'];
  /** Stands beside a heading within a page, and does not call as loudly as the page's own. */
  inner?: boolean;
  onClick: () => void;
}

export const CreateButton = ({ entity, preset, inner = false, onClick }: Props) => (
  <Button variant={inner ? 'outlined' : 'contained'} onClick={onClick}>
    {text().list.create(translate(recordNoun(entity, preset)))}
  </Button>
);
