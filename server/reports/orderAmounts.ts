import { sql } from 'kysely';
import { orderStates, orderTypes } from '../../contract/choices/order.ts';
import type { Choice } from '../../contract/schema/field/options.ts';
import { type Context, callerOf, readerLanguage } from '../core/context.ts';
import { visiblePredicate } from '../resource/compile/scope.ts';
import { parseListQuery } from '../resource/read/listRequest.ts';
import { countedSource } from '../resource/read/summaryStatements.ts';

interface Group {
  status: number;
  category_id: number;
  count: number;
  hosts: number;
  available: number;
}
type Sums = Pick<Group, 'count' | 'hosts' | 'available'>;

const sumOf = (groups: readonly Group[]): Sums => {
  const total = { count: 0, hosts: 0, available: 0 };
  for (const group of groups) {
    total.count += group.count;
    total.hosts += group.hosts;
    total.available += group.available;
  }
  return total;
};

/**
 * Counts and hosts of the caller's orders by status and type, and the monthly use of pay as you go (C16, B40).
 * @param parameters those of the order list
 */
export async function orderAmounts(context: Context, parameters: Readonly<Record<string, string>>) {
  const order = context.contract.entity('order');
  const caller = callerOf(context);
  const conditions = parseListQuery(order, parameters, caller, context.now).where;
  const wanted = { by: ['status', 'category_id'], sums: ['purchased_hosts', 'available_hosts'] };
  const { from, where, records } = countedSource(order, caller, { conditions, parameters }, wanted);
  const { rows } = await sql<Group>`select t.status, t.category_id, sum(${records ?? sql`1`})::int as count,
      sum(t.purchased_hosts)::int as hosts, sum(t.available_hosts)::int as available
    from ${from} where ${where} group by t.status, t.category_id`.execute(context.trx);
  const usage = await sql<{ month: string; used: number }>`select u.month, sum(u.peak)::float8 as used
    from usage_record u join assignment a on a.id = u.assignment_id join orders t on t.id = a.order_id
    where t.category_id = 1004 and ${visiblePredicate(order, caller, conditions)} group by u.month order by u.month`.execute(
    context.trx,
  );
  const language = readerLanguage(context);
  const by = (choices: readonly Choice[], key: 'status' | 'category_id') =>
    choices.map(({ id, label }) => ({
      id: Number(id),
      name: label[language],
      ...sumOf(rows.filter((row) => row[key] === id)),
    }));
  return {
    ...sumOf(rows),
    by_status: by(orderStates, 'status'),
    by_category: by(orderTypes, 'category_id'),
    usage: usage.rows,
  };
}
