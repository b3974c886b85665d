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

/** The number of records, and their sums. */
export interface RecordTotals {
  readonly total: number;
  readonly sums: readonly Sum[];
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
  !without.includes('list') && (list.totals !== undefined || list.groups !== undefined);

/** The fields whose sums a role may read. */
export const summedFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.totals ?? [], role);
/** The fields that a role may group totals by. */
export const groupFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.groups ?? [], role);
