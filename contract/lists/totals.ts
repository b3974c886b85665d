import { digitsOf } from '../kinds/decimalDigits.ts';
import { kindsThat } from '../kinds/index.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

/** Kinds whose values can be summed. */
export const summedKinds = kindsThat(({ list }) => list.sum !== undefined);
/** Kinds that totals can be grouped by: choices, booleans and references by value, days and points in time by month. */
export const groupedKinds = kindsThat(({ list }) => list.grouped);

/** A sum of one field over values of the same currency or unit. Values of different ones are never added. */
export interface Sum {
  readonly field: string;
  /** The currency of an amount, or the unit of a quantity; null if there is none, and for hosts. */
  readonly of: string | null;
  /** In decimal digits, since a sum may exceed the exact range of a number. Amounts are in minor units. */
  readonly sum: string;
}

/** An average of one field over the records that have a value, of the same currency or unit. */
export interface Average {
  readonly field: string;
  /** As of a sum. */
  readonly of: string | null;
  /** In decimal digits, see `averageScale`. Amounts are in minor units. */
  readonly average: string;
}

/** The number of records, their sums, and their averages where the list has some. */
export interface RecordTotals {
  readonly total: number;
  readonly sums: readonly Sum[];
  readonly averages?: readonly Average[];
}

/** The number of referenced records that have a group of their own; all others are one group together. */
export const maxRecordGroups = 20;

/** The totals of records with the same value: a choice, a boolean, a referenced record, or a month (`2026-05`). */
export interface TotalGroup extends RecordTotals {
  readonly value: string | number | boolean | null;
  /** The title of the referenced record, if the reader may see it. */
  readonly title?: string;
  /** Set on the group of all referenced records that have none of their own; its value is null. */
  readonly others?: true;
}

/** The answer of `GET /v1/{path}/totals`. */
export interface TotalsAnswer extends RecordTotals {
  readonly groups: readonly TotalGroup[];
}

type NamedField = readonly [name: string, field: Field];

const readable = (entity: Entity, names: readonly string[], role: Role): NamedField[] =>
  names.flatMap((name): NamedField[] => {
    const field = fieldOf(entity, name);
    return field && mayRead(field, role) ? [[name, field]] : [];
  });

/** True if the entity has an endpoint for the totals of its list. */
export const hasTotals = ({ list, without = [] }: Pick<Entity, 'list' | 'without'>): boolean =>
  !without.includes('list') && (list.totals ?? list.averages ?? list.groups) !== undefined;

/** The fields whose sums a role may read. */
export const summedFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.totals ?? [], role);
/** The fields whose averages a role may read. */
export const averagedFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.averages ?? [], role);

/** The most decimal places of an average: none of an amount's minor units, those of a decimal, two of whole numbers. */
export function averageScale(field: Field): number {
  if (field.kind === 'money') return 0;
  return field.kind === 'decimal' ? digitsOf(field).scale : 2;
}

/** The fields that a role may group totals by. */
export const groupFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.groups ?? [], role);
