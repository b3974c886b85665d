import { expect } from 'vitest';
import { rollupFields } from '../../contract/relations/rollups.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import type { SqlExecutor } from '../../server/db/connection.ts';

/**
 * Compares stored counts and sums with fresh ones, in the same statement.
 * @param columns the expression of each summed field over the children, as `quote_line.total`
 * @param conditions which children count, in SQL written for the test, for each field that has a condition: `training.booked`
 * @returns the rows that differ, and how many were compared
 */
export async function wrongRollups(
  database: SqlExecutor,
  contract: Contract,
  columns: Readonly<Record<string, string>>,
  conditions: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>[]> {
  const looks = contract.entities.flatMap((parent) =>
    rollupFields(parent).map(({ name, rollup: { entity, by, sum, when } }) => {
      const condition = conditions[`${parent.name}.${name}`];
      expect(condition !== undefined, `${parent.name}.${name} has a condition`).toBe(when !== undefined);
      const { table } = contract.entity(entity);
      const value = sum === undefined ? '1' : (columns[`${entity}.${sum}`] ?? `"${sum}"`);
      return `select '${parent.name}.${name}' as of, p.id, p."${name}"::text as stored, found.sum::text as found
        from "${parent.table}" p left join lateral (select coalesce(sum(${value}), 0) as sum
          from "${table}" c where c."${by}" = p.id and c.deleted_at is null and (${condition ?? 'true'})) found on true
        where p."${name}" <> found.sum`;
    }),
  );
  expect(looks.length).toBeGreaterThan(0);
  return (await database.executeSql(looks.join(' union all '))).rows;
}
