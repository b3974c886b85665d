import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/messages/label.ts';
import { textIn } from '../../../contract/messages/localizedText.ts';
import type { Contract, Entity } from '../../../contract/schema/entity.ts';
import { findRecordAddress, type RowWithHolders } from '../../../contract/screens/address.ts';
import { auditEntityNames } from '../../../contract/timeline/history.ts';
import { titleJson } from '../../db/schema/titles.ts';
import type { Reader } from '../rules.ts';

type Sql = RawBuilder<unknown>;

function titleCase(entity: Entity): Sql[] {
  const title = titleJson(entity, 'n');
  if (!title) return [];
  const name = sql`(select ${title} from ${sql.table(entity.table)} as n where n.id = t.entity_id)`;
  return auditEntityNames(entity).map((auditedName) => sql`when ${sql.lit(auditedName)} then ${name}`);
}

/**
 * The title of the record of an audit entry today, also of a deleted one, as JSON that `recordTitle` reads; null if the
 * record is purged or has no title (issue 14 point 6). Used over the audit table `t`: each row reads only the record that
 * it is about.
 */
export const recordTitleSql = ({ entities }: Contract): Sql =>
  sql`case t.entity ${sql.join(entities.flatMap(titleCase), sql` `)} end`;

/** The title of the record of an audit entry for a reader, as `titleOf` makes it, from the value of `recordTitleSql`. */
export const recordTitle = (title: unknown, language: Language): string | null => textIn(title, language) || null;

/**
 * The columns from which the place of a record in the console is found: those that filter its screens, and its
 * references to the records that it is embedded in.
 */
function placeColumns({ screens = [], embeddedIn = [], fields }: Entity): string[] {
  const narrowed = screens.flatMap(({ only = {} }) => Object.keys(only));
  const names = [...narrowed, ...embeddedIn.flatMap(({ by = [] }) => by)];
  return [...new Set(names)].filter((name) => fields[name] && !fields[name].computed && !fields[name].joined);
}

/** How many levels of holders are read: the licence of a mail, and the order of that licence. */
const maxHolderDepth = 2;

/** The columns of row `alias` from which its place in the console is found, as JSON. */
function placeJson(entity: Entity, alias: string, depth = 0): Sql {
  const names = placeColumns(entity);
  const own = ['id', ...names].map((name) => sql`${sql.lit(name)}::text, ${sql.ref(`${alias}.${name}`)}`);
  const up =
    depth < maxHolderDepth ? (entity.embeddedIn ?? []).filter(({ by }) => by !== undefined && names.includes(by)) : [];
  const holder = `${alias}h`;
  const holders = up.map(({ entity: name, by = '' }) => {
    const above = entity.contract.entity(name);
    return sql`${sql.lit(by)}::text, (select ${placeJson(above, holder, depth + 1)} from ${sql.table(above.table)} as ${sql.ref(holder)}
      where ${sql.ref(`${holder}.id`)} = ${sql.ref(`${alias}.${by}`)})`;
  });
  const auditedName =
    holders.length > 0 ? [...own, sql`'holders'::text, jsonb_build_object(${sql.join(holders)})`] : own;
  return sql`jsonb_build_object(${sql.join(auditedName)})`;
}

function placeCase(entity: Entity): Sql[] {
  const place = sql`(select ${placeJson(entity, 'n')} from ${sql.table(entity.table)} as n where n.id = t.entity_id)`;
  return auditEntityNames(entity).map((auditedName) => sql`when ${sql.lit(auditedName)} then ${place}`);
}

/**
 * The columns from which `recordPath` finds the place of the record of an audit entry; null if the record is purged.
 */
export const recordPlaceSql = ({ entities }: Contract): Sql =>
  sql`case t.entity ${sql.join(entities.flatMap(placeCase), sql` `)} end`;

/**
 * The path in the console where the reader of an audit entry finds its record.
 * @param place the value of `recordPlace`
 * @param name the entity, as the audit entry names it
 */
export function recordPath(place: unknown, name: unknown, { role, contract }: Reader): string | null {
  const entity = contract.entities.find((one) => auditEntityNames(one).includes(String(name)));
  return entity && place ? (findRecordAddress(entity, place as RowWithHolders, role) ?? null) : null;
}
