import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import { kindViews } from '../../kinds/index.ts';
import { usualWidth } from '../../kinds/view.ts';
import { cardFields } from './cardFields.ts';
import { columnClass } from './columnClass.ts';

/** The approximate width of a column in pixels, by its class. */
const widths: Readonly<Record<string, number>> = { first: 130, code: 160, right: 80, flexible: 120 };

function widthOf(entity: Entity, name: string, index: number): number {
  const field = fieldOf(entity, name);
  const known = columnClass(entity, name, index)
    .split(' ')
    .flatMap((one) => widths[one] ?? []);
  return known[0] ?? (field ? kindViews[field.kind].column.width : usualWidth);
}

/**
 * The columns that fit into a list inside a record, in their order. The title, the state and the fields of the card
 * take precedence. The list of the entity itself shows all columns.
 */
export function fittingColumns(entity: Entity, columns: readonly string[], width: number): string[] {
  const { title, state, lines } = cardFields(entity, columns);
  const first = [title, ...(state ? [state] : []), ...lines];
  const fitting = new Set<string>();
  let remaining = width;
  for (const name of [...first, ...columns.filter((one) => !first.includes(one))]) {
    remaining -= widthOf(entity, name, columns.indexOf(name));
    if (remaining >= 0) fitting.add(name);
  }
  return columns.filter((name) => fitting.has(name));
}
