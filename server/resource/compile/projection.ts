import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { noticePaths } from '../../../contract/notices/noticeText.ts';
import type { Role } from '../../../contract/schema/access.ts';
import {
  baseFields,
  type Entity,
  fieldOf,
  joinedFields,
  mayRead,
  readPathOf,
  storedFields,
} from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { precompiled } from '../../db/schema/sqlText.ts';
import { rulesOf } from '../../domain/index.ts';
import { valueSql } from './treePredicate.ts';

/** One item of an answer: the column that it comes from, and its path. */
export interface ProjectedField {
  /** The name of the selected column; of a computed field, its own name. */
  readonly alias: string;
  readonly path: readonly string[];
  readonly field: Field;
  /** An embedded choice answers `{id, name}` under its `as`, not the bare id. */
  readonly named: boolean;
}

/** The selected columns of an entity, their source, and how they are answered. */
export interface Projection {
  readonly entity: Entity;
  readonly select: RawBuilder<unknown>;
  /** The joins to the table, which is `t`; undefined where there are none. */
  readonly joins: RawBuilder<unknown> | undefined;
  readonly outputs: readonly ProjectedField[];
  /** References that answer null under their `as` where the row has none. */
  /** Fields of join tables, which are read after the rows (joinedRecords.ts). */
  readonly joined: readonly (readonly [string, Field])[];
  readonly references: readonly { readonly name: string; readonly as: string }[];
}

/** Selects the fields of a projection. */
type FieldTest = (field: Field) => boolean;

interface JoinedTable {
  readonly alias: string;
  readonly entity: Entity;
}

interface ProjectionDraft {
  readonly entity: Entity;
  readonly columns: Map<string, RawBuilder<unknown>>;
  readonly joins: Map<string, JoinedTable>;
  readonly joinSql: RawBuilder<unknown>[];
  readonly outputs: ProjectedField[];
}

const column = (table: string, name: string) => sql`${sql.ref(`${table}.${name}`)}`;
const as = (from: RawBuilder<unknown>, alias: string) => sql`${from} as ${sql.id(alias)}`;

/** The reference (or the choice with an `as`) that has this name in an embed path. */
export function findEmbed(entity: Entity, name: string): [string, Field] | undefined {
  const base = Object.hasOwn(baseFields, name) ? (baseFields as Record<string, Field>)[name] : undefined;
  if (base) return [name, base];
  return Object.entries(entity.fields).find(([own, field]) => field.as === name || own === name);
}

/** Joins the referenced record once, regardless of how many of its columns are selected. */
function join(draft: ProjectionDraft, from: JoinedTable, key: string, name: string, field: Field): JoinedTable {
  const known = draft.joins.get(key);
  if (known) return known;
  const joined = { alias: `j${draft.joins.size + 1}`, entity: from.entity.contract.entity(field.to ?? '') };
  draft.joins.set(key, joined);
  const { alias, entity } = joined;
  draft.joinSql.push(
    sql`left join ${sql.table(entity.table)} as ${sql.ref(alias)} on ${column(alias, 'id')} = ${column(from.alias, name)}`,
  );
  return joined;
}

/** Follows one path (`product.category`, `params.service_type`) from a table and selects its last column. */
function addPath(
  draft: ProjectionDraft,
  at: JoinedTable,
  prefix: string,
  path: readonly string[],
): Omit<ProjectedField, 'path'> {
  const [head = '', ...rest] = path;
  const alias = [prefix, head].filter(Boolean).join('.');
  const [name, field] = findEmbed(at.entity, head) ?? [];
  if (!name || !field) throw new Error(`contract: ${at.entity.name} has no field "${head}" to embed`);
  if (field.kind === 'reference' && rest.length > 0)
    return addPath(draft, join(draft, at, alias, name, field), alias, rest);
  if (field.fields && rest.length > 0) return addInner(draft, at.alias, alias, name, field, rest);
  draft.columns.set(alias, alias === name ? column(at.alias, name) : as(column(at.alias, name), alias));
  return { alias, field, named: field.as === head };
}

function addInner(
  draft: ProjectionDraft,
  table: string,
  prefix: string,
  name: string,
  field: Field,
  [inner = '']: readonly string[],
): Omit<ProjectedField, 'path'> {
  const found = field.fields?.[inner];
  if (!found) throw new Error(`contract: "${name}" has no field "${inner}" to embed`);
  const alias = `${prefix}.${inner}`;
  draft.columns.set(alias, as(sql`${column(table, name)} -> ${sql.lit(inner)}`, alias));
  return { alias, field: found, named: false };
}

function addEmbeds(draft: ProjectionDraft, entity: Entity, name: string, field: Field): void {
  const key = field.as ?? name;
  const own = { alias: 't', entity };
  const add = (path: string) => addPath(draft, join(draft, own, key, name, field), key, path.split('.'));
  for (const path of field.embed ?? []) {
    const found = add(path);
    draft.outputs.push({ ...found, path: found.alias.split('.') });
  }
  for (const [flat, path] of Object.entries(field.alsoAs ?? {})) draft.outputs.push({ ...add(path), path: [flat] });
}

function addStored(draft: ProjectionDraft, entity: Entity, name: string, field: Field): void {
  draft.columns.set(name, column('t', name));
  if (field.hidden) return;
  const output = { alias: name, field };
  draft.outputs.push({ ...output, path: readPathOf(name, field).split('.'), named: false });
  if (field.kind === 'choice' && field.as) draft.outputs.push({ ...output, path: [field.as], named: true });
  if (field.kind === 'reference') addEmbeds(draft, entity, name, field);
}

/** A computed field, from an SQL expression or from columns that are selected for it. */
function addComputed(draft: ProjectionDraft, entity: Entity, name: string, field: Field): void {
  const { columns = {}, computed = {} } = rulesOf(entity.name);
  const given = columns[name];
  const own = typeof given === 'function' ? given(entity.contract) : given;
  const expression = field.formula ? valueSql(entity, name) : own;
  const work = computed[name];
  if (expression) draft.columns.set(name, as(expression, name));
  for (const path of work?.from ?? []) addPath(draft, { alias: 't', entity }, '', path.split('.'));
  draft.outputs.push({ alias: name, field, path: readPathOf(name, field).split('.'), named: false });
}

/** Joined records are answered as ids, and under the `as` of the field with their embedded columns. */
function addJoined(draft: ProjectionDraft, entity: Entity, name: string, field: Field): void {
  draft.outputs.push({ alias: name, field, path: [name], named: false });
  if (!field.as) return;
  const target = entity.contract.entity(field.items?.to ?? '');
  const fields = Object.fromEntries((field.embed ?? []).map((one) => [one, fieldOf(target, one) as Field]));
  const embedded: Field = { kind: 'list', label: field.label, items: { kind: 'object', label: field.label, fields } };
  draft.outputs.push({ alias: field.as, field: embedded, path: [field.as], named: false });
}

/** The paths into other records that the notices of an entity use. */
const noticeColumns = (entity: Entity): string[] =>
  Object.values(entity.notices ?? {})
    .flatMap((notice) => noticePaths(entity, notice))
    .filter((path) => path.includes('.'));

const firstKey = (path: string): string => path.split('.')[0] ?? '';

/** Throws where two outputs have the same path, or one is inside another. */
function checkPaths(entity: Entity, outputs: readonly ProjectedField[]): void {
  const places = new Set(outputs.map(({ path }) => path.join('.')));
  for (const { path } of outputs) {
    const above = path.map((_, at) => path.slice(0, at).join('.')).find((place) => places.has(place));
    if (above) throw new Error(`contract: ${entity.name} answers "${path.join('.')}" within "${above}"`);
  }
  if (places.size < outputs.length) throw new Error(`contract: ${entity.name} answers two fields at one place`);
}

function buildProjection(entity: Entity, answers: FieldTest, besides: readonly string[] = []): Projection {
  const draft: ProjectionDraft = { entity, columns: new Map(), joins: new Map(), joinSql: [], outputs: [] };
  for (const [name, field] of Object.entries(baseFields)) addStored(draft, entity, name, field);
  const stored = storedFields(entity).filter(([, field]) => answers(field));
  for (const [name, field] of stored) addStored(draft, entity, name, field);
  for (const [name, field] of Object.entries(entity.fields))
    if (field.computed && answers(field)) addComputed(draft, entity, name, field);
  const joined = joinedFields(entity).filter(([, field]) => answers(field));
  for (const [name, field] of joined) addJoined(draft, entity, name, field);
  for (const path of besides) addPath(draft, { alias: 't', entity }, '', path.split('.'));
  checkPaths(entity, draft.outputs);
  return {
    entity,
    joined,
    select: precompiled(sql.join([...draft.columns.values()])),
    joins: draft.joinSql.length > 0 ? precompiled(sql.join(draft.joinSql, sql` `)) : undefined,
    outputs: draft.outputs,
    references: stored
      .filter(([, field]) => field.kind === 'reference' && field.embed)
      .map(([name, field]) => ({ name, as: field.as ?? name })),
  };
}

/** Everything stored, with embedded columns and those of notices: the row that rules and steps work with. */
export const wholeProjection = (entity: Entity): Projection =>
  buildProjection(entity, () => true, noticeColumns(entity));

const isInList = (field: Field, role: Role): boolean => mayRead(field, role) && !field.detailOnly && !field.encrypted;

/** The projection of a list for a role; no column is read that the answer does not need. */
export const listProjection = (entity: Entity, role: Role): Projection =>
  buildProjection(entity, (field) => isInList(field, role));

/** The fields at these paths of an answer, or inside them. */
function fieldsAt(entity: Entity, paths: readonly string[]): readonly Field[] {
  const heads = new Set(paths.map(firstKey));
  return Object.entries(entity.fields)
    .filter(([name, field]) => [name, firstKey(readPathOf(name, field)), field.as].some((one) => one && heads.has(one)))
    .map(([, field]) => field);
}

/** The same, limited to the fields at these paths of an answer, or inside them. */
export function partialListProjection(entity: Entity, role: Role, paths: readonly string[]): Projection {
  const wanted = fieldsAt(entity, paths);
  return buildProjection(entity, (field) => isInList(field, role) && wanted.includes(field));
}

/** The projection of a record for a role, without encrypted fields, limited to the fields at these paths. */
export function partialItemProjection(entity: Entity, role: Role, paths: readonly string[]): Projection {
  const wanted = fieldsAt(entity, paths);
  return buildProjection(entity, (field) => mayRead(field, role) && !field.encrypted && wanted.includes(field));
}

/** The projection of an event for a role: as one record, without anything secret. */
export const eventProjection = (entity: Entity, role: Role): Projection =>
  buildProjection(entity, (field) => mayRead(field, role) && !field.encrypted && !field.secret);

/** The projection of one record for a role. */
export const itemProjection = (entity: Entity, role: Role): Projection =>
  buildProjection(entity, (field) => mayRead(field, role));

/** True if another record prevents the deletion of this one (C20). */
export const inUseField: Field = {
  kind: 'boolean',
  label: { en: 'In use', zh: '使用中' },
  readOnly: true,
  computed: true,
};

/** Adds `in_use` to a projection, for roles that may delete records. */
export function withInUse(plain: Projection, blockers: readonly RawBuilder<SqlBool>[]): Projection {
  const use = sql`(${sql.join([...blockers], sql` or `)}) as in_use`;
  return {
    ...plain,
    select: precompiled(sql`${plain.select}, ${use}`),
    outputs: [...plain.outputs, { alias: 'in_use', path: ['in_use'], field: inUseField, named: false }],
  };
}
