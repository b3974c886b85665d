import type { Entity } from '../../../contract/entity.ts';

/** The declared first order of a list, as react-admin takes it. */
export const sortOf = ({ list: { sort } }: Entity) =>
  ({ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' }) as const;
