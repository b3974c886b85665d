import { conditionNames } from '../conditions/condition.ts';
import type { Condition, Role } from '../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../schema/entity.ts';
import type { Choice } from '../schema/field/options.ts';
import { fromParameter, toParameter } from './filters.ts';

/** The ways in which a list shows its records. A list that declares no other has the table alone. */
export const listDisplays = ['table', 'board', 'calendar'] as const;
export type ListDisplay = (typeof listDisplays)[number];

type ListWords = Pick<Entity, 'list' | 'fields'>;

/** The fields that a display cannot do without; undefined if the list does not declare the display. */
function neededFields({ list: { board, calendar } }: ListWords, display: ListDisplay): readonly string[] | undefined {
  if (display === 'board') return board && [board.by];
  if (display === 'calendar')
    return (
      calendar && [calendar.from, ...(calendar.until ? [calendar.until] : []), ...conditionNames(calendar.when ?? {})]
    );
  return [];
}

/** The displays of a list for a role: the table, and those that are declared and whose fields the role may read. */
export const displaysFor = (entity: ListWords, role: Role): readonly ListDisplay[] =>
  listDisplays.filter((display) =>
    neededFields(entity, display)?.every((name) => {
      const field = fieldOf(entity, name);
      return field !== undefined && mayRead(field, role);
    }),
  );

/** The condition of a display that a request may ask for by `displayParameter`; undefined if it has none. */
export const displayCondition = ({ list }: Pick<Entity, 'list'>, display: string): Condition | undefined =>
  display === 'calendar' ? list.calendar?.when : undefined;

/**
 * The columns of a board, in the order of the choices.
 * @param wanted the value or values that the list is filtered by; undefined if it is not filtered by them
 */
export function boardColumns(entity: ListWords, wanted?: unknown): readonly Choice[] {
  const choices = fieldOf(entity, entity.list.board?.by ?? '')?.choices ?? [];
  if (wanted === undefined || wanted === null || wanted === '') return choices;
  const values = (Array.isArray(wanted) ? wanted : String(wanted).split(',')).map(String);
  return choices.filter(({ id }) => values.includes(String(id)));
}

/** The names of a list's parameters for the least and the greatest value of a field: of its filter, or of the range. */
export const limitParameters = ({ list }: Pick<Entity, 'list'>, name: string) =>
  list.filters?.includes(name)
    ? { least: fromParameter(name), most: toParameter(name) }
    : { least: 'start_at', most: 'end_at' };
