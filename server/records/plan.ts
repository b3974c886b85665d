import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../contract/access.ts';
import { baseFields, type Entity, sourceOf, storedFields } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import { entityNamed } from '../../contract/index.ts';
import { rulesOf } from '../domain/index.ts';

/** One column of an answer: where it comes from, where it goes, and who may see it. */
export interface Output {
  /** The name of the selected column. */
  readonly alias: string;
  readonly path: readonly string[];
  readonly field: Field;
  readonly read: readonly Role[] | undefined;
  readonly detailOnly: boolean;
  /** An embedded choice answers `{id, name}` under its `as`, not the bare id. */
  readonly named: boolean;
}

/** An entity compiled once: what is selected, from where, and how it is answered. */
export interface Plan {
  readonly entity: Entity;
  readonly select: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly outputs: readonly Output[];
}

interface Draft {
  readonly columns: RawBuilder<unknown>[];
  readonly joins: Map<string, { alias: string; entity: Entity }>;
  readonly joinSql: RawBuilder<unknown>[];
  readonly outputs: Output[];
}

/** The reference (or the choice with an `as`) that goes by this name in an embed path. */
function embedNamed(entity: Entity, name: string): [string, Field] | undefined {
  return Object.entries(entity.fields).find(([own, field]) => field.as === name || own === name);
}

/** Joins the record behind a reference once, however many of its columns are taken. */
function join(draft: Draft, from: string, key: string, name: string, field: Field): { alias: string; entity: Entity } {
  const known = draft.joins.get(key);
  if (known) return known;
  const joined = { alias: `j${draft.joins.size + 1}`, entity: entityNamed(field.to ?? '') };
  draft.joins.set(key, joined);
  draft.joinSql.push(
    sql`left join ${sql.table(joined.entity.table)} as ${sql.ref(joined.alias)} on ${sql.ref(`${joined.alias}.id`)} = ${sql.ref(`${from}.${name}`)}`,
  );
  return joined;
}

/** Follows one embed path (`product.category`, `params.service_type`) and selects what it ends at. */
function embedColumn(
  draft: Draft,
  at: { alias: string; entity: Entity },
  prefix: string,
  path: readonly string[],
): { alias: string; field: Field; named: boolean } {
  const [head = '', ...rest] = path;
  const alias = `${prefix}.${head}`;
  const base = Object.hasOwn(baseFields, head) ? (baseFields as Record<string, Field>)[head] : undefined;
  const [name, field] = base ? [head, base] : (embedNamed(at.entity, head) ?? []);
  if (!name || !field) throw new Error(`contract: ${at.entity.name} has no field "${head}" to embed`);
  if (field.kind === 'reference' && rest.length > 0) {
    return embedColumn(draft, join(draft, at.alias, alias, name, field), alias, rest);
  }
  if (field.kind === 'object' && rest.length > 0) return insideObject(draft, at.alias, prefix, name, field, rest);
  draft.columns.push(sql`${sql.ref(`${at.alias}.${name}`)} as ${sql.id(alias)}`);
  return { alias, field, named: field.as === head };
}

function insideObject(
  draft: Draft,
  table: string,
  prefix: string,
  name: string,
  field: Field,
  path: readonly string[],
) {
  const alias = [prefix, name, ...path].join('.');
  const inner = field.fields?.[path[0] ?? ''];
  if (!inner) throw new Error(`contract: "${name}" has no field "${path.join('.')}" to embed`);
  draft.columns.push(sql`${sql.ref(`${table}.${name}`)} -> ${sql.lit(path[0] ?? '')} as ${sql.id(alias)}`);
  return { alias, field: inner, named: false };
}

function addEmbeds(draft: Draft, name: string, field: Field): void {
  const as = field.as ?? name;
  const common = { read: field.read, detailOnly: field.detailOnly ?? false };
  const target = () => join(draft, 't', as, name, field);
  for (const path of field.embed ?? []) {
    const column = embedColumn(draft, target(), as, path.split('.'));
    draft.outputs.push({ ...common, ...column, path: column.alias.split('.') });
  }
  for (const [flat, path] of Object.entries(field.flat ?? {})) {
    const found = draft.outputs.find((output) => output.alias === `${as}.${path}`);
    const column = found ?? embedColumn(draft, target(), as, path.split('.'));
    draft.outputs.push({ ...common, alias: column.alias, field: column.field, named: column.named, path: [flat] });
  }
}

function addField(draft: Draft, name: string, field: Field): void {
  draft.columns.push(sql`${sql.ref(`t.${name}`)}`);
  if (field.hidden) return;
  const output = {
    alias: name,
    field,
    read: field.read,
    detailOnly: (field.detailOnly || field.sealed) ?? false,
  };
  draft.outputs.push({ ...output, path: sourceOf(name, field).split('.'), named: false });
  if (field.kind === 'choice' && field.as) draft.outputs.push({ ...output, path: [field.as], named: true });
  if (field.kind === 'reference') addEmbeds(draft, name, field);
}

function compile(entity: Entity): Plan {
  const draft: Draft = { columns: [], joins: new Map(), joinSql: [], outputs: [] };
  for (const [name, field] of Object.entries(baseFields)) addField(draft, name, field);
  for (const [name, field] of storedFields(entity)) addField(draft, name, field);
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!field.computed) continue;
    const column = rulesOf(entity.name).columns?.[name];
    if (column) draft.columns.push(sql`${column} as ${sql.id(name)}`);
    const path = sourceOf(name, field).split('.');
    draft.outputs.push({
      alias: name,
      field,
      read: field.read,
      detailOnly: field.detailOnly ?? false,
      path,
      named: false,
    });
  }
  return {
    entity,
    select: sql.join(draft.columns),
    from: sql`${sql.table(entity.table)} as t ${sql.join(draft.joinSql, sql` `)}`,
    outputs: draft.outputs,
  };
}

const plans = new Map<string, Plan>();

/** The plan of an entity; compiled at its first use and kept. */
export function planOf(entity: Entity): Plan {
  const known = plans.get(entity.name);
  if (known) return known;
  const plan = compile(entity);
  plans.set(entity.name, plan);
  return plan;
}
