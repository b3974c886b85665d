import { entities } from '../../../contract/index.ts';
import { actionName } from '../../resources/detail/actionName.ts';
import type { CellProps } from '../../resources/overrides.ts';

/** What an entry of the audit says was done. */
export const ActionName = ({ value, record }: CellProps) => (
  <>
    {actionName(
      entities.find(({ name }) => name === record.entity),
      value,
    )}
  </>
);
