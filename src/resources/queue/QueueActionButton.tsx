import { Button } from '@mui/material';
import { useState } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { isSecondClick } from '../../ui/clickGuard.ts';
import { useAction } from '../actions/useAction.ts';
import { useStep } from '../actions/useStep.ts';
import { nameOf } from '../values/Cell.tsx';
import { isOneClick, type QueueAction } from './queueAction.ts';

interface Props {
  entity: Entity;
  record: RecordData;
  action: QueueAction;
  /** True for the main button of the row. */
  main: boolean;
  /** Opens the dialog. */
  onAsk: () => void;
  onDone: () => void;
  /** True if the record has left the queue: the button stays in place, but does nothing. */
  gone: boolean;
}

interface ButtonProps extends Omit<Props, 'onAsk' | 'onDone'> {
  busy?: boolean;
  onClick: () => void;
}

const StepButton = ({ entity, record, action: { step }, main, gone, busy = false, onClick }: ButtonProps) => (
  <Button
    {...(main && { 'data-main': true })}
    variant={main ? 'outlined' : 'text'}
    color={step.tone === 'danger' ? 'error' : 'primary'}
    aria-label={`${translate(step.label)}: ${nameOf(entity, record)}`}
    // Not `disabled`, since a busy button keeps the focus, which later moves to the next row.
    aria-disabled={busy || gone}
    // The second click of a double click would hit the button that the first one has put there.
    onClick={(event) => !busy && !gone && !isSecondClick(event) && onClick()}
    sx={{ minWidth: 0, minHeight: { xs: 44, sm: 0 }, opacity: busy || gone ? 0.5 : 1 }}
  >
    {translate(step.label)}
  </Button>
);

/** Takes a step, or an action without confirmation, with one click. */
function OneClickButton({ onDone, ...props }: Omit<Props, 'onAsk'>) {
  const { entity, record, action } = props;
  const notice = useNotice();
  const take = useStep(entity);
  const act = useAction(entity, action.step as never);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await (action.sort === 'step' ? take(record, action.step, {}) : act.mutateAsync({ record, input: {} }));
      notice.success(text().done.operation);
      onDone();
    } catch {
      // The error was already shown (src/dataProvider/queryClient.ts); the row stays.
      setBusy(false);
    }
  };
  return <StepButton {...props} busy={busy} onClick={() => void run()} />;
}

/** A step or an action in a row: runs at once, or opens its dialog. */
export const QueueActionButton = ({ onAsk, onDone, ...props }: Props) =>
  isOneClick(props.action) ? <OneClickButton {...props} onDone={onDone} /> : <StepButton {...props} onClick={onAsk} />;
