import { isTime } from '../../lists/filters.ts';
import { type Entity, fieldOf } from '../../schema/entity.ts';
import { type Check, mistake, storedField } from '../support/mistake.ts';
import { checkRowCondition } from '../support/rowCondition.ts';
import { suggestion, unknownNames } from '../support/suggest.ts';

/** The stored fields of an entity that meet a test, to suggest one of them. */
const fieldsThat = (entity: Entity, test: (name: string) => boolean): string[] =>
  Object.keys(entity.fields).filter((name) => storedField(entity, name) !== undefined && test(name));

const isChoice = (entity: Entity, name: string): boolean => storedField(entity, name)?.choices !== undefined;
const isDay = (entity: Entity, name: string): boolean => {
  const field = storedField(entity, name);
  return field !== undefined && isTime(field);
};

/** One mistake unless the field is of the wanted sort. */
function checkSort(entity: Entity, place: string, name: string, isWanted: typeof isChoice, what: string): string[] {
  if (isWanted(entity, name)) return [];
  const known = fieldsThat(entity, (one) => isWanted(entity, one));
  const cure = known.length > 0 ? suggestion(name, known) : 'leave it out';
  return [mistake(entity, place, `names "${name}", which is no ${what}; ${cure}`)];
}

/** A board needs a choice that each record has, and that the list is filtered by. */
function checkBoard(entity: Entity): string[] {
  const { board, filters = [], columns } = entity.list;
  if (!board) return [];
  const { by, shows = [] } = board;
  const place = 'list.board';
  const isFilled = fieldOf(entity, by)?.required || by === entity.lifecycle?.field;
  const wrong = checkSort(entity, `${place}.by`, by, isChoice, 'choice that is stored');
  if (wrong.length > 0) return wrong;
  return [
    ...(filters.includes(by)
      ? []
      : [mistake(entity, `${place}.by`, `names "${by}", which is no filter of the list; add it to list.filters`)]),
    ...(isFilled
      ? []
      : [
          mistake(
            entity,
            `${place}.by`,
            `names "${by}", without which a record would be in no column; make the field required`,
          ),
        ]),
    ...unknownNames(entity, `${place}.shows`, shows, columns, 'the column'),
  ];
}

/** A calendar needs days that the list is filtered by and sorted by. */
function checkCalendar(entity: Entity): string[] {
  const { calendar, filters = [], range, columns, sortable = [] } = entity.list;
  if (!calendar) return [];
  const { from, until, shows = [], when } = calendar;
  const named = [['from', from] as const, ...(until === undefined ? [] : [['until', until] as const])];
  const wrong = named.flatMap(([word, name]) =>
    checkSort(entity, `list.calendar.${word}`, name, isDay, 'stored point in time or day'),
  );
  if (wrong.length > 0) return wrong;
  const unfiltered = named.filter(([, name]) => !filters.includes(name) && name !== range);
  const isSorted = [...columns, ...sortable, 'created_at'].includes(from);
  const isOtherKind = until !== undefined && fieldOf(entity, until)?.kind !== fieldOf(entity, from)?.kind;
  return [
    ...unfiltered.map(([word, name]) =>
      mistake(
        entity,
        `list.calendar.${word}`,
        `names "${name}", which is no filter of the list; add it to list.filters`,
      ),
    ),
    ...(isSorted
      ? []
      : [
          mistake(
            entity,
            'list.calendar.from',
            `names "${from}", which is neither a column nor named in list.sortable; add it there`,
          ),
        ]),
    ...(isOtherKind
      ? [
          mistake(
            entity,
            'list.calendar.until',
            `names "${until}", which is of another kind than "${from}"; name two days or two points in time`,
          ),
        ]
      : []),
    ...(until === from
      ? [mistake(entity, 'list.calendar.until', `names "${from}" again; leave it out, or name the last day`)]
      : []),
    ...unknownNames(entity, 'list.calendar.shows', shows, columns, 'the column'),
    ...(when ? checkRowCondition(entity, 'list.calendar.when', entity, when) : []),
  ];
}

/** Checks the board and the calendar of a list. */
export const checkDisplays: Check = ({ entity }) => [...checkBoard(entity), ...checkCalendar(entity)];
