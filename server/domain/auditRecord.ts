import { type RawBuilder, sql } from 'kysely';
import { type Entity, fieldOf } from '../../contract/entity.ts';
import { toldAs } from '../../contract/history.ts';
import { entities, entityNamed } from '../../contract/index.ts';

type Sql = RawBuilder<unknown>;

/** A text that names a record, of which `n` is the row: a column of its own, or one of a record that it points to. */
function partOf(entity: Entity, path: string): Sql[] {
  const [head = '', column] = path.split('.');
  if (column === undefined) return fieldOf(entity, head)?.computed ? [] : [sql.ref(`n.${head}`)];
  const [name, field] = Object.entries(entity.fields).find(([, { as }]) => as === head) ?? [];
  if (!name || !field?.to) return [];
  return [
    sql`(select o.${sql.id(column)} from ${sql.table(entityNamed(field.to).table)} as o
    where o.id = n.${sql.id(name)})`,
  ];
}

function caseOf(entity: Entity): Sql[] {
  if (entity.title === 'id') return [];
  const parts = [entity.title].flat().flatMap((path) => partOf(entity, path));
  if (parts.length === 0) return [];
  const texts = parts.map((part) => sql`nullif(${part}::text, '')`);
  const name = sql`(select nullif(concat_ws(' · ', ${sql.join(texts)}), '') from ${sql.table(entity.table)} as n
    where n.id = t.entity_id)`;
  return toldAs(entity).map((told) => sql`when ${sql.lit(told)} then ${name}`);
}

/**
 * What names the record of an audit entry today, a deleted one too, as `titleOf` has it; nothing where it is gone or has no
 * title (issue 14 point 6). Over the table `t` of the audit: each row reads the one record that it is about.
 */
export const recordTitle: Sql = sql`case t.entity ${sql.join(entities.flatMap(caseOf), sql` `)} end`;
