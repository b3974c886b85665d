import { Button } from '@mui/material';
import { actionsOf, type NamedAction } from '../../../contract/action.ts';
import type { Entity } from '../../../contract/entity.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { translate } from '../../i18n/text.ts';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { ActionDialog } from '../dialogs.ts';
import { useOverrides } from '../overrides.ts';

interface Props {
  entity: Entity;
  record: RecordData;
}

function ActionButton({ entity, record, action }: Props & { action: NamedAction }) {
  const openDialog = useOpenDialog();
  const open = () =>
    openDialog((close) => <ActionDialog entity={entity} record={record} action={action} onClose={close} />);
  return (
    <Button onClick={open} color={action.tone === 'danger' ? 'error' : 'primary'} sx={{ minWidth: 0 }}>
      {translate(action.label)}
    </Button>
  );
}

/** The actions that the present role may take with a record, but for those that stand elsewhere. */
export function ActionButtons({ entity, record }: Props) {
  const { placed = [] } = useOverrides(entity.name);
  return actionsOf(entity)
    .filter(({ name }) => !placed.includes(name) && isPermitted(entity.name, name, record))
    .map((action) => <ActionButton key={action.name} entity={entity} record={record} action={action} />);
}
