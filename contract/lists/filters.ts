import { ruleOf } from '../kinds/fieldRule.ts';
import { kinds } from '../kinds/index.ts';
import { validate } from '../kinds/validation.ts';
import type { Role } from '../schema/access.ts';
import { allParameter, type Entity, fieldOf, mayRead } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { filterFieldOf } from '../values/files.ts';

/**
 * What a list is narrowed by, from the one word `filters` of its declaration: the kind of a field says by which
 * parameters. All names stand here without their `filter_`.
 */

/**
 * How a parameter narrows: to any of several values, to all of them, to what lies from a bound on or up to it, to the
 * currency that the bounds of an amount are of, to texts that hold another, or to those that are the same, in any case.
 */
export type FilterOperator = 'is' | 'all' | 'least' | 'most' | 'currency' | 'has' | 'same';

/** A parameter of a list. */
export interface FilterParameter {
  readonly name: string;
  readonly operator: FilterOperator;
  /** The declared filter that it belongs to. */
  readonly filter: string;
  /** The field whose values it looks at: that of the filter, or its currency. */
  readonly column: string;
  /** What one of its values is. */
  readonly field: Field;
}

export const fromParameter = (name: string): string => `${name}_from`;
export const toParameter = (name: string): string => `${name}_to`;
export const currencyParameter = (name: string): string => `${name}_currency`;
export const containsParameter = (name: string): string => `${name}_has`;
export const equalsParameter = (name: string): string => `${name}_is`;

/** Is a list narrowed by the field between two bounds? */
export const hasRangeFilter = ({ kind }: Field): boolean => kinds[kind].filter?.byRange !== undefined;

/** Are its values days or moments, which come before and after each other? */
export const isTime = ({ kind }: Field): boolean => kinds[kind].time !== undefined;

/** Is a list narrowed by a part of the field's text? What names something else is looked for as a whole. */
export const hasContainsFilter = ({ kind, names }: Field): boolean => kinds[kind].filter?.byPart === true && !names;

/**
 * What a bound of a range may be: any value of the kind, as far as the digits of its field go. What may be entered into the
 * field does not limit what is looked for.
 */
export function rangeLimitField(field: Field): Field {
  const { kind, label, unit, currency, precision, scale } = field;
  const digits = { ...(precision !== undefined && { precision }), ...(scale !== undefined && { scale }) };
  const counted = { ...(unit && { unit }), ...(currency !== undefined && { currency }) };
  const most = kinds[kind].filter?.byRange?.farthest(field);
  return { kind, label, ...digits, ...counted, ...(most !== undefined && { min: -most, max: most }) };
}

/** The value of a bound as a parameter has it; undefined for what is none. */
export function parseRangeLimit(field: Field, text: string): number | string | undefined {
  const range = kinds[field.kind].filter?.byRange;
  const longest = String(range?.farthest(field)).length;
  const isNumber = range?.isWhole && /^-?\d+$/.test(text) && text.replace('-', '').length <= longest;
  const value = isNumber ? Number(text) : text;
  return validate(ruleOf(rangeLimitField(field)), value) === undefined ? value : undefined;
}

/** Does a range end before it begins? In: both bounds, each a value of the field. */
export const isRangeReversed = ({ kind }: Field, from: unknown, to: unknown): boolean =>
  kinds[kind].filter?.byRange?.isBefore(to, from) === true;

/** The parameters of one declared filter. */
export function parametersOfFilter(entity: Pick<Entity, 'fields'>, filter: string): FilterParameter[] {
  const field = fieldOf(entity, filter);
  if (!field) return [];
  const of = (name: string, way: FilterOperator, value = field, column = filter): FilterParameter => ({
    name,
    operator: way,
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

/** May the role narrow by it? It sees what the filter looks at: of an amount the currency too. */
export function mayFilterBy(entity: Pick<Entity, 'fields'>, role: Role, filter: string): boolean {
  const field = fieldOf(entity, filter);
  if (!field || !mayRead(field, role)) return false;
  const currency = field.currency === undefined ? undefined : fieldOf(entity, field.currency);
  return currency === undefined || mayRead(currency, role);
}

/** What a list can be narrowed to by a single value: by the fields that have one to be named, and by parameters of its own. */
export const valueFilters = (entity: Pick<Entity, 'fields' | 'list'>): string[] => [
  ...filterParameters(entity).flatMap(({ name, operator: way }) => (way === 'is' ? [name] : [])),
  ...Object.keys(entity.list.parameters ?? {}),
];
