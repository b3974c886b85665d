import { ResourceContextProvider } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useDialogSlots } from '../dialogSlots.ts';
import { useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import { asksForInput, type QueueAction } from './queueAction.ts';

interface Props {
  entity: Entity;
  record: RecordData;
  /** The step or action to take; undefined to show the record. */
  action?: QueueAction | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** The dialog that a row opens: the same as in the list of its entity (SPEC 2). */
export function QueueDialog({ entity, record, action, ...ends }: Props) {
  const { ActionDialog, EntityDetail, StepDialog } = useDialogSlots();
  const { detail: Detail = EntityDetail, dialogs = {}, stepsInDetail } = useOverrides(entity.name);
  const inDetail = !action || (stepsInDetail && action.sort === 'step' && asksForInput(action));
  if (inDetail)
    return (
      <ResourceContextProvider value={entity.name}>
        <Detail id={record.id} {...ends} />
      </ResourceContextProvider>
    );
  if (action.sort === 'step')
    return <StepDialog entity={entity} record={record} name={nameOf(entity, record)} step={action.step} {...ends} />;
  const Dialog = dialogs[action.step.name] ?? ActionDialog;
  return <Dialog entity={entity} record={record} action={action.step} {...ends} />;
}
