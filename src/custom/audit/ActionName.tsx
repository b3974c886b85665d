import { toldAs } from '../../../contract/history.ts';
import { entities } from '../../../contract/index.ts';
import { actionName } from '../../resources/detail/actionName.ts';
import type { CellProps } from '../../resources/overrides.ts';

/** What an entry of the audit says was done. */
export const ActionName = ({ value, record }: CellProps) => (
  <>
    {actionName(
      entities.find((one) => toldAs(one).includes(String(record.entity))),
      value,
    )}
  </>
);
