import type { Entity } from '../schema/entity.ts';

/**
 * True if a path of `list.search` leads to a text of the record itself, possibly inside an object, and not of another
 * record.
 */
export const isOwnText = ({ fields }: Pick<Entity, 'fields'>, path: string): boolean => {
  const [head = '', ...rest] = path.split('.');
  return rest.length === 0 || fields[head]?.fields !== undefined;
};
