import type { Entity } from '../schema/entity.ts';

/** Does a path of `list.search` lead to a text of the record itself, alone or within an object, not to another record's? */
export const isOwnText = ({ fields }: Pick<Entity, 'fields'>, path: string): boolean => {
  const [head = '', ...rest] = path.split('.');
  return rest.length === 0 || fields[head]?.kind === 'object';
};
