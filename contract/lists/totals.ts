import { kindsThat } from '../kinds/index.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

/** Kinds whose values can be summed. */
export const summedKinds = kindsThat(({ list }) => list.sum !== undefined);
/** Kinds that totals can be grouped by: a choice and a yes or no by value, a day and a point in time by its month. */
export const groupedKinds = kindsThat(({ list }) => list.grouped);

/** A sum of one field over what shares a currency or a unit; amounts of different ones are never added. */
export interface Sum {
  readonly field: string;
  /** The currency of an amount, or the unit of a quantity; null where there is none, and for hosts. */
  readonly of: string | null;
  /** In decimal digits, since a sum may be larger than a number keeps exactly; an amount is in minor units. */
  readonly sum: string;
}

/** How many records there are, and their sums. */
export interface RecordTotals {
  readonly total: number;
  readonly sums: readonly Sum[];
}

/** The totals of those records that share a value: of a choice, a yes or no, or a month (`2026-05`). */
export interface TotalGroup extends RecordTotals {
  readonly value: string | number | boolean | null;
}

/** What `GET /v1/{path}/totals` answers. */
export interface TotalsAnswer extends RecordTotals {
  readonly groups: readonly TotalGroup[];
}

type NamedField = readonly [name: string, field: Field];

const readable = (entity: Entity, names: readonly string[], role: Role): NamedField[] =>
  names.flatMap((name): NamedField[] => {
    const field = fieldOf(entity, name);
    return field && mayRead(field, role) ? [[name, field]] : [];
  });

/** Has the entity a call for the totals of its list? */
export const hasTotals = ({ list, without = [] }: Pick<Entity, 'list' | 'without'>): boolean =>
  !without.includes('list') && (list.totals !== undefined || list.groups !== undefined);

/** The fields that a role is told the sums of. */
export const summedFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.totals ?? [], role);
/** The fields that a role may have the totals told by. */
export const groupFields = (entity: Entity, role: Role): NamedField[] =>
  readable(entity, entity.list.groups ?? [], role);
