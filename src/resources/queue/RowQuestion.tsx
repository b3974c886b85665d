import { Alert, Box, Button, Typography } from '@mui/material';
import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import { recordNoun } from '../../../contract/screens/recordNoun.ts';
import { failureBody, leaveToForm } from '../../dataProvider/http/failure.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { clickGuardStyle, guardClicks, isSecondClick } from '../../ui/clickGuard.ts';
import { WithCodes } from '../../ui/WithCodes.tsx';
import { useAction } from '../actions/useAction.ts';
import { useStep } from '../actions/useStep.ts';
import { questionText } from '../dialog/dialogText.ts';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import type { QueueAction } from './queueAction.ts';

interface Props {
  entity: Entity;
  record: RecordData;
  action: QueueAction;
  /**
   * @param byKeyboard True if the answer was given with the keyboard.
   * @param height The height of the question, in pixels.
   */
  onDone: (byKeyboard: boolean, height: number) => void;
  onCancel: () => void;
  /** Receives whether the answer is being sent. */
  onSend: (isSending: boolean) => void;
}

const style = {
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  columnGap: 2,
  alignItems: 'center',
  py: 1,
  minHeight: 44,
  ...clickGuardStyle,
} as const;

/** The text of the question: what will happen to which record. */
function questionOf(entity: Entity, { sort, step }: QueueAction, record: RecordData): string {
  const noun = translate(recordNoun(entity, record));
  const name = nameOf(entity, record);
  const state = sort === 'step' && step.done ? translate(step.done) : undefined;
  return text().queue.question(translate(step.label), noun, name, state);
}

/** Takes the step or runs the action. */
function useRun({ entity, action }: Pick<Props, 'entity' | 'action'>): (record: RecordData) => Promise<unknown> {
  const take = useStep(entity);
  const { mutateAsync } = useAction(entity, action.step as never);
  return (record) => (action.sort === 'step' ? take(record, action.step, {}) : mutateAsync({ record, input: {} }));
}

function Question({ entity, record, action, onDone, onCancel, onSend }: Props) {
  const id = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const run = useRun({ entity, action });
  const done = useDoneNotice(entity);
  const { askFacts = {} } = useOverrides(entity.name);
  const Facts = askFacts[action.step.name];
  const consequence = questionText(entity, action.step, record);
  // As soon as it is drawn, so that the next key goes to the question.
  useLayoutEffect(() => confirm.current?.focus(), []);
  const answer = async (byKeyboard: boolean) => {
    const height = confirm.current?.closest<HTMLElement>('[role=group]')?.offsetHeight ?? 0;
    setBusy(true);
    setRefusals([]);
    onSend(true);
    try {
      await run(record);
    } catch (failure) {
      // The question stays, and says why the answer was refused. A failure that names no field was already shown
      // (src/dataProvider/queryClient.ts).
      setRefusals([...new Set(Object.values(failureBody(failure).fields ?? {}).flat())]);
      leaveToForm(failure);
      setBusy(false);
      onSend(false);
      return;
    }
    done(record, action.step);
    onDone(byKeyboard, height);
  };
  return (
    <Box ref={guardClicks} role="group" aria-labelledby={id} sx={style}>
      <Box id={id} sx={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>
          <WithCodes>{questionOf(entity, action, record)}</WithCodes>
        </Typography>
        {consequence && (
          <Typography variant="body2">
            <WithCodes>{consequence}</WithCodes>
          </Typography>
        )}
        {Facts && <Facts record={record} />}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        <Button onClick={onCancel} disabled={busy} sx={{ minHeight: { xs: 44, sm: 0 } }}>
          {text().actions.cancel}
        </Button>
        <Button
          ref={confirm}
          variant="contained"
          color={action.step.tone === 'danger' ? 'error' : 'primary'}
          aria-describedby={id}
          // Not `disabled`, since a busy button keeps the focus.
          aria-disabled={busy}
          onClick={(event) => !busy && !isSecondClick(event) && void answer(event.detail === 0)}
          sx={{ minHeight: { xs: 44, sm: 0 }, opacity: busy ? 0.5 : 1 }}
        >
          {translate(action.step.label)}
        </Button>
      </Box>
      {refusals.length > 0 && (
        <Alert severity="error" sx={{ flexBasis: '100%', overflowWrap: 'anywhere' }}>
          {refusals.map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
    </Box>
  );
}

/**
 * Asks in the row of a record before a step or an action: what will happen, to what (issue 33). Enter confirms; Escape
 * anywhere in the row cancels.
 */
export const RowQuestion = (props: Props) => (
  // The facts belong to the question: without them there is no button to confirm.
  <Suspense fallback={<Box sx={style} />}>
    <Question {...props} />
  </Suspense>
);
