import { entities } from '../../../contract/index.ts';
import { auditEntityNames } from '../../../contract/timeline/history.ts';
import { actionName } from '../../resources/detail/history/actionName.ts';
import type { CellProps } from '../../resources/overrides.ts';

/** The action of an audit entry, by its label. */
export const ActionName = ({ value, record }: CellProps) => (
  <>
    {actionName(
      entities.find((one) => auditEntityNames(one).includes(String(record.entity))),
      value,
    )}
  </>
);
