import type { Entity } from '../schema/entity.ts';

/** For how many days a deleted record can be restored (D12). */
export const restoreDays = 30;

/** True if the roles that may delete a record may also restore it (D12). */
export const isRestorable = ({ access, without = [] }: Entity): boolean =>
  access.remove !== undefined && !without.includes('remove') && !without.includes('restore');
