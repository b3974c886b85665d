import type { RowActionProps } from '../registry.tsx';
import AllocateButton from './AllocateButton.tsx';

/** Allocates to the project of this row, when licences can be issued for it (B36). */
export default function AllocateRow({ record, onDone }: RowActionProps) {
  const usable = record.status === 1 && record.enabled === true && Boolean(record.license_key);
  return usable ? <AllocateButton project={record.id} onDone={onDone} /> : null;
}
