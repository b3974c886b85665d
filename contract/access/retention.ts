import type { Entity } from '../schema/entity.ts';

/** How many days a deleted record can be restored (D12). */
export const restoreDays = 30;

/** Can deleted records of the entity be restored, by those who may delete them (D12)? */
export const isRestorable = ({ access, without = [] }: Entity): boolean =>
  access.remove !== undefined && !without.includes('remove') && !without.includes('restore');
