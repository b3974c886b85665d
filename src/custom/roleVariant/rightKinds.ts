import type { EntityRights } from '../../../contract/narrowing/roleRights.ts';

const operationOf = (name: string): string => name.split(':')[1] ?? '';

/** True for the right to read records. */
export const isRead = (name: string): boolean => operationOf(name) === 'read';

/** True for the rights to take records out as a file, and to bring them in. */
export const isTransfer = (name: string): boolean => ['export', 'import'].includes(operationOf(name));

/** The names of all rights on one entity. */
export const namesOf = ({ operations, fields }: EntityRights): readonly string[] => [
  ...operations.map(({ name }) => name),
  ...fields.flatMap(({ read, write }) => [read, write].filter((name) => name !== undefined)),
];

/** What a variant withholds, by the value of its field. */
export const withheldIn = (value: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(value) ? (value as string[]) : []);
