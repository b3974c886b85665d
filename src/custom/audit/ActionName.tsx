import { auditEntityNames } from '../../../contract/timeline/history.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { actionName } from '../../resources/detail/history/actionName.ts';
import type { CellProps } from '../../resources/overrides.ts';

/** The action of an audit entry, by its label. */
export function ActionName({ value, record }: CellProps) {
  const { entities } = useContract();
  const entity = entities.find((one) => auditEntityNames(one).includes(String(record.entity)));
  return <>{actionName(entity, value)}</>;
}
