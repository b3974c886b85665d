import { memoize } from '../../../../contract/lib/memoize.ts';
import { isTime } from '../../../../contract/lists/filters.ts';
import { identifyingColumns } from '../../../../contract/lists/identifies.ts';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import { showsCodes } from '../../../../contract/values/code.ts';
import { kindViews } from '../../kinds/index.ts';
import type { ColumnLook } from '../../kinds/view.ts';
import { cardFields } from './cardFields.ts';

const columnLook = (entity: Entity, name: string): ColumnLook | undefined => {
  const field = fieldOf(entity, name);
  return field && kindViews[field.kind].column;
};

/** True if the column contains numbers, which are aligned by their last digit. */
export const isNumberColumn = (entity: Entity, name: string): boolean => columnLook(entity, name)?.figure !== undefined;

/** Text of at most this length, such as a name of a state, is always shown whole. */
const maxShortText = 40;

/** True if the column shrinks if there is little room. A code is always shown whole. */
export function isFlexible(entity: Entity, name: string): boolean {
  if (showsCodes(entity, name)) return false;
  const givesWay = columnLook(entity, name)?.givesWay ?? 'never';
  if (givesWay !== 'whenLong') return givesWay === 'always';
  return (fieldOf(entity, name)?.max ?? Number.POSITIVE_INFINITY) > maxShortText;
}

/** True if the kind of the field itself makes its values fit their line: the names of records. */
export const fitsByItself = (entity: Entity, name: string): boolean => fieldOf(entity, name)?.kind === 'reference';

/** The column whose value is the state of a row, as on its card. */
const stateColumn = memoize((entity: Entity) => cardFields(entity, entity.list.columns).state);

/** The class for what a column contains. */
function contentClass(entity: Entity, name: string, isFirst: boolean): string {
  if (showsCodes(entity, name)) return 'code';
  if (isNumberColumn(entity, name)) return isFirst ? '' : 'right';
  if (isFlexible(entity, name)) return isFirst ? 'name' : 'flexible';
  const field = fieldOf(entity, name);
  return field && isTime(field) ? 'dateTime' : '';
}

/** The classes of a column's heading and cells. */
export function columnClass(entity: Entity, name: string, index: number): string {
  const isFirst = index === 0;
  const identifies = identifyingColumns(entity).includes(name);
  const isState = !isFirst && stateColumn(entity) === name;
  return [isFirst && 'first', contentClass(entity, name, isFirst), identifies && 'identifies', isState && 'state']
    .filter(Boolean)
    .join(' ');
}
