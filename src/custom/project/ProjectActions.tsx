import { productCalls } from '../../../contract/calls/product.ts';
import { useRole } from '../../shell/useSession.ts';
import AllocateButton from '../allocation/AllocateButton.tsx';
import type { RowActionProps } from '../registry.tsx';
import { Relocate } from './Relocate.tsx';

/** Allocates to the project of this row, when licences can be issued for it (B36), and moves it. */
export default function ProjectActions({ record, onDone }: RowActionProps) {
  const role = useRole();
  const usable = record.status === 1 && record.enabled === true && Boolean(record.license_key);
  return (
    <>
      {usable && role === 'Enterprise' && <AllocateButton project={record.id} onDone={onDone} />}
      {productCalls.project_relocation.roles.some((one) => one === role) && (
        <Relocate record={record} onDone={onDone} />
      )}
    </>
  );
}
