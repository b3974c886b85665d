import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import { kindViews } from '../../kinds/index.ts';
import { usualWidth } from '../../kinds/view.ts';
import { cardFields } from './cardFields.ts';
import { columnClass } from './EntityRow.tsx';

/** About how wide a column is, in pixels, by how it looks. */
const widths: Readonly<Record<string, number>> = {
  first: 130,
  'first name': 130,
  right: 80,
  flexible: 120,
};

function widthOf(entity: Entity, name: string, index: number): number {
  const field = fieldOf(entity, name);
  return widths[columnClass(entity, name, index)] ?? (field ? kindViews[field.kind].column.width : usualWidth);
}

/**
 * The columns of a list within a record for which there is room, in their order: what names a row, its state and what its
 * card shows go before the others. All of them are in the list of the entity itself.
 */
export function fittingColumns(entity: Entity, columns: readonly string[], room: number): string[] {
  const { title, state, lines } = cardFields(entity, columns);
  const first = [title, ...(state ? [state] : []), ...lines];
  const taken = new Set<string>();
  let left = room;
  for (const name of [...first, ...columns.filter((one) => !first.includes(one))]) {
    left -= widthOf(entity, name, columns.indexOf(name));
    if (left >= 0) taken.add(name);
  }
  return columns.filter((name) => taken.has(name));
}
