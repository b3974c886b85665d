import { kinds } from '../kinds/index.ts';
import type { Role } from '../schema/access.ts';
import { allParameter, type Entity, fieldOf, mayRead } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { filterFieldOf } from '../values/files.ts';

/**
 * The filters of a list, from the `filters` of its declaration. The kind of each field determines the parameters. Their
 * names are written here without the prefix `filter_`.
 */

/**
 * How a parameter filters: `is` any of several values, `all` of them, at `least` or at `most` a value, the `currency`
 * of the range of an amount, `has` a part of the text, or the `same` text, ignoring case.
 */
export type FilterOperator = 'is' | 'all' | 'least' | 'most' | 'currency' | 'has' | 'same';

export interface FilterParameter {
  readonly name: string;
  readonly operator: FilterOperator;
  /** The name of its declared filter. */
  readonly filter: string;
  /** The field that it filters by: that of the declared filter, or its currency field. */
  readonly column: string;
  /** Validates one of its values. */
  readonly field: Field;
}

export const fromParameter = (name: string): string => `${name}_from`;
export const toParameter = (name: string): string => `${name}_to`;
export const currencyParameter = (name: string): string => `${name}_currency`;
export const containsParameter = (name: string): string => `${name}_has`;
export const equalsParameter = (name: string): string => `${name}_is`;

/** True if lists are filtered by a range of the field. */
export const hasRangeFilter = ({ kind }: Field): boolean => kinds[kind].filter?.byRange !== undefined;

/** True if its values are days or points in time, which have an order. */
export const isTime = ({ kind }: Field): boolean => kinds[kind].time !== undefined;

/** True if lists are filtered by a part of the field's text. Names of entities or actions are matched as a whole. */
export const hasContainsFilter = ({ kind, names }: Field): boolean => kinds[kind].filter?.byPart === true && !names;

/**
 * Validates the limit of a range: any value of the kind with the field's number of digits. The limits of the field's
 * input do not apply to a filter.
 */
export function rangeLimitField(field: Field): Field {
  const { kind, label, unit, currency, precision, scale, rollup } = field;
  const digits = { ...(precision !== undefined && { precision }), ...(scale !== undefined && { scale }) };
  const counted = { ...(unit && { unit }), ...(currency !== undefined && { currency }), ...(rollup && { rollup }) };
  const most = kinds[kind].filter?.byRange?.farthest(field);
  return { kind, label, ...digits, ...counted, ...(most !== undefined && { min: -most, max: most }) };
}

/** True if the range ends before it begins. Both limits must be valid values of the field. */
export const isRangeReversed = ({ kind }: Field, from: unknown, to: unknown): boolean =>
  kinds[kind].filter?.byRange?.isBefore(to, from) === true;

/** The parameters of one declared filter. */
export function parametersOfFilter(entity: Pick<Entity, 'fields'>, filter: string): FilterParameter[] {
  const field = fieldOf(entity, filter);
  if (!field) return [];
  const of = (name: string, operator: FilterOperator, value = field, column = filter): FilterParameter => ({
    name,
    operator,
    filter,
    column,
    field: value,
  });
  if (field.joined) return [of(filter, 'is'), of(allParameter(filter), 'all')];
  const currency = field.currency === undefined ? undefined : fieldOf(entity, field.currency);
  const single = filterFieldOf(field);
  return [
    ...(kinds[single.kind].filter?.bySingleValue ? [of(filter, 'is', single)] : []),
    ...(hasRangeFilter(field)
      ? [
          of(fromParameter(filter), 'least', rangeLimitField(field)),
          of(toParameter(filter), 'most', rangeLimitField(field)),
        ]
      : []),
    ...(currency ? [of(currencyParameter(filter), 'currency', currency, field.currency)] : []),
    ...(hasContainsFilter(field) ? [of(containsParameter(filter), 'has'), of(equalsParameter(filter), 'same')] : []),
  ];
}

/** The parameters of all declared filters of a list. */
export const filterParameters = (entity: Pick<Entity, 'fields' | 'list'>): FilterParameter[] =>
  (entity.list.filters ?? []).flatMap((name) => parametersOfFilter(entity, name));

/** True if the role may filter by it: it must have read access to the field, and for an amount also to the currency. */
export function mayFilterBy(entity: Pick<Entity, 'fields'>, role: Role, filter: string): boolean {
  const field = fieldOf(entity, filter);
  if (!field || !mayRead(field, role)) return false;
  const currency = field.currency === undefined ? undefined : fieldOf(entity, field.currency);
  return currency === undefined || mayRead(currency, role);
}

/** The filters that take single values: fields with an `is` parameter, and the list's own parameters. */
export const valueFilters = (entity: Pick<Entity, 'fields' | 'list'>): string[] => [
  ...filterParameters(entity).flatMap(({ name, operator }) => (operator === 'is' ? [name] : [])),
  ...Object.keys(entity.list.parameters ?? {}),
];
