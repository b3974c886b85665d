import { assignment } from '../../../contract/entities/assignment.ts';
import type { Entity } from '../../../contract/entity.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { labelOf } from '../../resources/cells.tsx';
import { type FailedTask, Failure } from './Failure.tsx';

interface Props {
  licence: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

/** Why a licence could not be issued, and another try. */
export default function FailureDialog({ licence, onClose }: Props) {
  return (
    <AppDialog title={labelOf(assignment as unknown as Entity, 'task_status')} onClose={onClose}>
      <Failure task={licence.task as FailedTask} onDone={onClose} />
    </AppDialog>
  );
}
