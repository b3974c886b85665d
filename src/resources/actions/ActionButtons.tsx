import { Button, type ButtonProps } from '@mui/material';
import { type NamedAction, namedActions } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { translate } from '../../i18n/text.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../dialogSlots.ts';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
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
  /** Props of the button, in place of the look of a button in a table row. */
  look?: ButtonProps;
  /** True if it is the first action that advances the record. */
  isFirst?: boolean;
  /** Called when the action has succeeded. */
  onDone?: () => void;
}

/** In a table row, the first action that advances the record is outlined; the others are text buttons. */
export const rowButtonStyle = (tone: NamedAction['tone'], isFirst: boolean) =>
  ({
    variant: isFirst && tone === 'primary' ? 'outlined' : 'text',
    color: tone === 'danger' ? 'error' : 'primary',
    sx: { minWidth: 0 },
  }) as const;

/** The button of an action without a confirmation. */
function ImmediateButton({
  entity,
  record,
  action,
  isFirst = false,
  look = rowButtonStyle(action.tone, isFirst),
  onDone,
}: ActionButtonProps) {
  const done = useDoneNotice(entity);
  const { mutate, isPending } = useAction(entity, action);
  const onSuccess = () => {
    done(record, action);
    onDone?.();
  };
  const take = () => mutate({ record, input: {} }, { onSuccess });
  return (
    <Button onClick={take} disabled={isPending} {...look}>
      {translate(action.label)}
    </Button>
  );
}

/** The button of an action that opens a dialog: a custom one from the overrides, or the generic one. */
function DialogButton({ entity, record, action, look, isFirst = false, onDone }: ActionButtonProps) {
  const openDialog = useOpenDialog();
  const { ActionDialog } = useDialogSlots();
  const { dialogs = {}, icons = {} } = useOverrides(entity.name);
  const Custom = dialogs[action.name];
  const Icon = icons[action.name];
  const open = () =>
    openDialog((close) => {
      const dialogProps = { entity, record, action, onClose: close };
      return Custom ? <Custom {...dialogProps} /> : <ActionDialog {...dialogProps} onDone={onDone} />;
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

/** The button of an action: it opens a dialog, or runs the action at once if the action has no confirmation. */
export const ActionButton = (props: ActionButtonProps) =>
  props.action.confirm === false ? <ImmediateButton {...props} /> : <DialogButton {...props} />;

/** The actions that the user's role may run on a record in its row. */
export function ActionButtons({ entity, record }: Props) {
  const { actionsInDetail = [] } = useOverrides(entity.name);
  const offered = namedActions(entity).filter(
    ({ name }) => !actionsInDetail.includes(name) && isPermitted(entity, name, record),
  );
  const first = offered.find(({ tone }) => tone === 'primary');
  return offered.map((action) => (
    <ActionButton key={action.name} entity={entity} record={record} action={action} isFirst={action === first} />
  ));
}
