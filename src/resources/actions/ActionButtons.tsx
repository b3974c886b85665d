import { Button, type ButtonProps } from '@mui/material';
import { type NamedAction, namedActions } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../dialogSlots.ts';
import { useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import { RowIcon } from './RowIcon.tsx';
import { useAction } from './useAction.ts';

interface Props {
  entity: Entity;
  record: RecordData;
}

interface ActionButtonProps extends Props {
  action: NamedAction;
  /** How the button looks, when not as one of a row. */
  look?: ButtonProps;
  /** Is it the first that moves the record on? */
  isFirst?: boolean;
  /** Called when the action has been taken by the generic dialog, or at once. */
  onDone?: () => void;
}

/** In a row what moves the record on is told from the rest, as in the queue and as what is drawn by hand. */
export const rowButtonStyle = (tone: NamedAction['tone'], isFirst: boolean) =>
  ({
    variant: isFirst && tone === 'primary' ? 'outlined' : 'text',
    color: tone === 'danger' ? 'error' : 'primary',
    sx: { minWidth: 0 },
  }) as const;

/** The button of an action that asks nothing. */
function ImmediateButton({
  entity,
  record,
  action,
  isFirst = false,
  look = rowButtonStyle(action.tone, isFirst),
  onDone,
}: ActionButtonProps) {
  const notice = useNotice();
  const { mutate, isPending } = useAction(entity, action);
  const onSuccess = () => {
    notice.success(text().done.operation);
    onDone?.();
  };
  const take = () => mutate({ record, input: {} }, { onSuccess });
  return (
    <Button onClick={take} disabled={isPending} {...look}>
      {translate(action.label)}
    </Button>
  );
}

/** The button of an action that opens its dialog: the declared one, or the one that is drawn by hand. */
function DialogButton({ entity, record, action, look, isFirst = false, onDone }: ActionButtonProps) {
  const openDialog = useOpenDialog();
  const { ActionDialog } = useDialogSlots();
  const { dialogs = {}, icons = {} } = useOverrides(entity.name);
  const Own = dialogs[action.name];
  const Icon = icons[action.name];
  const open = () =>
    openDialog((close) => {
      const asked = { entity, record, action, onClose: close };
      return Own ? <Own {...asked} /> : <ActionDialog {...asked} onDone={onDone} />;
    });
  if (Icon && !look)
    return (
      <RowIcon action={translate(action.label)} name={nameOf(entity, record)} onClick={open}>
        <Icon fontSize="small" />
      </RowIcon>
    );
  return (
    <Button onClick={open} {...(look ?? rowButtonStyle(action.tone, isFirst))}>
      {translate(action.label)}
    </Button>
  );
}

/** The button of an action, which asks what it needs or takes it at once. */
export const ActionButton = (props: ActionButtonProps) =>
  props.action.confirm === false ? <ImmediateButton {...props} /> : <DialogButton {...props} />;

/** The actions that the present role may take with a record. */
export function ActionButtons({ entity, record }: Props) {
  const offered = namedActions(entity).filter(({ name }) => isPermitted(entity.name, name, record));
  const first = offered.find(({ tone }) => tone === 'primary');
  return offered.map((action) => (
    <ActionButton key={action.name} entity={entity} record={record} action={action} isFirst={action === first} />
  ));
}
