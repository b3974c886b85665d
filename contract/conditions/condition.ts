import type { RelativeTime } from '../schema/now.ts';
import { boundOf, isNumberBound, type NumberBound } from './bounds.ts';
import { type FromRecord, isFromRecord } from './fromRecord.ts';

/** Conditions on records as data: row rules of roles, and every other `where`, `only` and `when` (SPEC 6, C1). */

/** The properties that every caller has. A role can declare more of its own (contract/roles/role.ts). */
export const callerProperties = ['id', 'enterprise_id', 'parent_id'] as const;
export type CallerProperty = (typeof callerProperties)[number];

/** A placeholder for a property of the caller, used in a row rule in place of a value. */
export interface CallerValue {
  readonly me: string;
}

/** @param property one that every caller has, or one that a role declares as its own */
export const me = (property: CallerProperty | (string & {})): CallerValue => ({ me: property });

/** True if the value is a placeholder for a property of the caller. */
export const isCallerValue = (value: unknown): value is CallerValue =>
  typeof value === 'object' && value !== null && 'me' in value;

/** The values that `me` placeholders resolve to. */
export type ConditionCaller = { readonly [property in CallerProperty]: number | null } & {
  /** The properties that the role of the caller declares, by name. */
  readonly own?: Readonly<Record<string, number | null>> | undefined;
};

const isOfEverybody = (property: string): property is CallerProperty =>
  callerProperties.some((one) => one === property);

/** @returns The caller's value for a placeholder; null if there is no caller, or the caller has no such property. */
export function callerProperty(caller: ConditionCaller | undefined, property: string): number | null {
  return (isOfEverybody(property) ? caller?.[property] : caller?.own?.[property]) ?? null;
}

export type Scalar = string | number | boolean | null;

/** What a field is compared with: a value, one of several, the caller, the present, a number or another field. */
type Comparand = Scalar | readonly Scalar[] | CallerValue | RelativeTime | NumberBound | FromRecord;

/** Matches whatever a comparison does not match, empty fields included. */
export interface Opposite {
  readonly not: Comparand;
}

/** `{ requester_id: not(me('id')) }`: anybody but the caller; `{ ended_at: not(null) }`: not empty. */
export const not = (wanted: Comparand): Opposite => ({ not: wanted });

/** True if the condition is the opposite of a comparison. */
export const isOpposite = (wanted: object): wanted is Opposite => Object.keys(wanted).length === 1 && 'not' in wanted;

/** Matches ids that selected records of another entity contain in one field. */
export interface ThroughCondition {
  readonly through: string;
  readonly field: string;
  readonly where: Condition;
}
/** `{ id: through('user_product', 'product_id', { user_id: me('id') }) }`: the products assigned to the caller. */
export const through = (entity: string, field: string, where: Condition): ThroughCondition => ({
  through: entity,
  field,
  where,
});

/**
 * Selects rows; every entry must match. A dotted name is a field inside an object. On a reference, a nested condition
 * applies to the referenced record. A list means "one of", null means empty. `anyOf` matches if at least one of its
 * conditions does. contract/conditions/compile.ts compiles it to SQL; docs/reference/declaration describes all of it.
 */
export interface Condition {
  readonly [field: string]:
    | Scalar
    | CallerValue
    | ThroughCondition
    | RelativeTime
    | NumberBound
    | FromRecord
    | Opposite
    | Condition
    | readonly Scalar[]
    | readonly Condition[];
}
export type RowRule = 'everything' | Condition;

export const everything = 'everything' as const;

export const operations = ['list', 'get', 'create', 'edit', 'remove'] as const;
export type Operation = (typeof operations)[number];

/**
 * Everything a role can be granted: the operations, and `lookup`, which lets it pick a record by title without listing.
 */
export const rights = [...operations, 'lookup'] as const;
export type Right = (typeof rights)[number];

/** Some of these words in their order, with a blank between them. */
type WordsOf<Words extends readonly string[]> = Words extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First | WordsOf<Rest> | `${First} ${WordsOf<Rest>}`
  : never;

/** The rows that a role sees, and what it is granted on them, in the order of `rights`: `[scope, 'list create edit']`. */
export type Grant = readonly [rows: RowRule, granted: WordsOf<typeof rights>];

/** The field of the same record that a field is compared with, if any. */
function comparedNames(wanted: unknown): string[] {
  if (isFromRecord(wanted)) return [wanted.fromRecord];
  if (typeof wanted !== 'object' || wanted === null) return [];
  if (isOpposite(wanted)) return comparedNames(wanted.not);
  return isNumberBound(wanted) ? comparedNames(boundOf(wanted)[1]) : [];
}

/** The names of the fields that a condition reads. Fields inside an object have dotted names. */
export const conditionNames = (condition: Condition): string[] =>
  Object.entries(condition).flatMap(([name, wanted]) =>
    name === 'anyOf' ? (wanted as readonly Condition[]).flatMap(conditionNames) : [name, ...comparedNames(wanted)],
  );
