import { memoize } from '../lib/memoize.ts';
import type { Entity } from '../schema/entity.ts';

/** The field that contains a part of a title: itself, or the reference that embeds it (`project.name`: `project_id`). */
function fieldOfPart({ fields }: Pick<Entity, 'fields'>, path: string): string {
  const [head = ''] = path.split('.');
  if (Object.hasOwn(fields, path) || Object.hasOwn(fields, head)) return path;
  return Object.keys(fields).find((name) => fields[name]?.as === head) ?? path;
}

/**
 * The columns that tell one row of a list from another (issue 33, "Columns").
 * @returns The columns that `list.identifies` names, else those with the parts of the title; the first column if the
 * list has none of them.
 */
export const identifyingColumns = memoize((entity: Entity): readonly string[] => {
  const { list, title } = entity;
  const named = list.identifies ?? [title].flat().map((path) => fieldOfPart(entity, path));
  const columns = [...new Set(named)].filter((name) => list.columns.includes(name));
  return columns.length > 0 ? columns : list.columns.slice(0, 1);
});
