import { useState } from 'react';
import { useUpdate } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { NamedStep } from '../../../../contract/schema/lifecycle.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { useStep } from '../../actions/useStep.ts';
import { useDialogSlots } from '../../dialogSlots.ts';
import { useDoneNotice } from '../../notice/useDoneNotice.tsx';
import { useOverrides } from '../../overrides.ts';
import { asksForInput } from '../../queue/queueAction.ts';
import { nameOf } from '../../values/Cell.tsx';
import { boardField, type Move } from './moves.ts';
import type { MovingCard } from './useBoard.ts';

/** True if nothing has to be entered or confirmed: moving the card takes the step. */
const isImmediate = ({ input, confirm, tone }: NamedStep): boolean =>
  Object.keys(input ?? {}).length === 0 && confirm === undefined && tone !== 'danger';

/**
 * Returns a function that moves a card to another column, and the card that is being moved. A step with an input or a
 * question opens its dialog, or the record where its steps are only there. A card that the server refuses to move goes
 * back, with the sentence of the refusal.
 */
export function useMoveCard(entity: Entity, onOpen: (id: number) => void, onMoved: (id: number) => void) {
  const openDialog = useOpenDialog();
  const { StepDialog } = useDialogSlots();
  const { stepsInDetail } = useOverrides(entity.name);
  const takeStep = useStep(entity);
  const [update] = useUpdate<RecordData>();
  const done = useDoneNotice(entity);
  const [moving, setMoving] = useState<MovingCard>();
  const write = (record: RecordData, { to, step }: Move): Promise<unknown> => {
    if (step) return takeStep(record, step, {});
    const data = { [boardField(entity)]: to };
    return update(entity.name, { id: record.id, data, previousData: record }, { returnPromise: true });
  };
  const moveAtOnce = async (record: RecordData, move: Move) => {
    setMoving({ id: record.id, to: move.to });
    try {
      await write(record, move);
      done(record, move.step);
    } catch {
      // The failure of a write is shown wherever it happens.
    }
    setMoving(undefined);
    onMoved(record.id);
  };
  const askStep = (record: RecordData, step: NamedStep): void =>
    openDialog((close) => (
      <StepDialog
        entity={entity}
        record={record}
        name={nameOf(entity, record)}
        step={step}
        onClose={close}
        onDone={() => onMoved(record.id)}
      />
    ));
  const move = (record: RecordData, wanted: Move): void => {
    const { step } = wanted;
    if (!step || isImmediate(step)) void moveAtOnce(record, wanted);
    else if (stepsInDetail && asksForInput({ sort: 'step', step })) onOpen(record.id);
    else askStep(record, step);
  };
  return { move, moving };
}
