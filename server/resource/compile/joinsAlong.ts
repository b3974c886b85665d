import { sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import { findEmbed } from './projection.ts';

/**
 * Joins the records along a path of references.
 * @returns the joins, and the alias of the last one
 */
export function joinsAlong(entity: Entity, path: readonly string[], prefix: string) {
  let [at, from] = [entity, 't'];
  const joins = path.map((head, index) => {
    const [name, field] = findEmbed(at, head) ?? [];
    if (!name || field?.kind !== 'reference') throw new Error(`contract: ${at.name} has no reference "${head}"`);
    const [alias, column] = [`${prefix}_${index}`, sql.ref(`${from}.${name}`)];
    [at, from] = [entity.contract.entity(field.to ?? ''), alias];
    return sql`left join ${sql.table(at.table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${column}`;
  });
  return { joins, last: from };
}
