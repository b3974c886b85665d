import { Button } from '@mui/material';
import { actionsOf, type NamedAction } from '../../../contract/action.ts';
import type { Entity } from '../../../contract/entity.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { nameOf } from '../cells.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { ActionDialog } from '../dialogs.ts';
import { useOverrides } from '../overrides.ts';
import { useAct } from '../useAct.ts';
import { RowIcon } from './RowIcon.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
}

interface ButtonProps extends Props {
  action: NamedAction;
}

const lookOf = ({ tone }: NamedAction) =>
  ({ color: tone === 'danger' ? 'error' : 'primary', sx: { minWidth: 0 } }) as const;

/** The button of an action that asks nothing. */
function AtOnce({ entity, record, action }: ButtonProps) {
  const notice = useNotice();
  const { mutate, isPending } = useAct(entity, action);
  const take = () => mutate({ record, input: {} }, { onSuccess: () => notice.success(text().done.operation) });
  return (
    <Button onClick={take} disabled={isPending} {...lookOf(action)}>
      {translate(action.label)}
    </Button>
  );
}

/** The button of an action that opens its dialog: the declared one, or the one that is drawn by hand. */
function Asking({ entity, record, action }: ButtonProps) {
  const openDialog = useOpenDialog();
  const { dialogs = {}, icons = {} } = useOverrides(entity.name);
  const Dialog = dialogs[action.name] ?? ActionDialog;
  const Icon = icons[action.name];
  const open = () => openDialog((close) => <Dialog entity={entity} record={record} action={action} onClose={close} />);
  if (Icon)
    return (
      <RowIcon action={translate(action.label)} name={nameOf(entity, record)} onClick={open}>
        <Icon fontSize="small" />
      </RowIcon>
    );
  return (
    <Button onClick={open} {...lookOf(action)}>
      {translate(action.label)}
    </Button>
  );
}

/** The actions that the present role may take with a record, but for those that stand elsewhere. */
export function ActionButtons({ entity, record }: Props) {
  const { placed = [] } = useOverrides(entity.name);
  return actionsOf(entity)
    .filter(({ name }) => !placed.includes(name) && isPermitted(entity.name, name, record))
    .map((action) => {
      const Taking = action.confirm === false ? AtOnce : Asking;
      return <Taking key={action.name} entity={entity} record={record} action={action} />;
    });
}
