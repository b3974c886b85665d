import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';

/** The projects that each of these orders is tied to; an order without ties is not in the map (B39). */
export async function projectTies(context: Context, orders: readonly number[]): Promise<Map<number, Set<number>>> {
  const rows = await context.trx
    .selectFrom('order_project')
    .select(['order_id', 'project_id'])
    .where('order_id', 'in', [...orders, 0])
    .where('deleted_at', 'is', null)
    .execute();
  const ties = new Map<number, Set<number>>();
  for (const { order_id, project_id } of rows) {
    const projects = ties.get(order_id) ?? new Set<number>();
    ties.set(order_id, projects.add(project_id));
  }
  return ties;
}

/** An order can be tied to projects of its own enterprise and product only. */
export const orderProject: EntityRules<'order_project'> = {
  async beforeCreate(context, values) {
    const found = await context.trx
      .selectFrom('orders as o')
      .innerJoin('project as p', (join) =>
        join.onRef('p.enterprise_id', '=', 'o.enterprise_id').onRef('p.product_id', '=', 'o.product_id'),
      )
      .select('o.id')
      .where('o.id', '=', values.order_id as number)
      .where('p.id', '=', values.project_id as number)
      .executeTakeFirst();
    if (!found) throw AppError.unprocessable('tie_unfit', undefined, 'project_id');
    return values;
  },
};
