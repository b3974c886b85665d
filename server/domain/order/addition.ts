import { sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { lockedUsedAbove, refreshUsedAbove } from '../licence/use/usedAbove.ts';

type Order = EntityRows['order'];

/** The licence that an order adds to, because more of it is used than was bought (issue 36); null for most. */
const addedLicence = ({ params }: FieldValues): number | null =>
  ((params as FieldValues | null | undefined)?.adds_to ?? null) as number | null;

const refuse = (key: 'adds_purchase' | 'adds_unfit' | 'adds_nothing') =>
  AppError.unprocessable(key, undefined, 'params.adds_to');

/**
 * Checks an order that adds to a licence: a new purchase of the same product for the same enterprise, of an issued
 * licence of which more is used than was bought. The order covers that use from now on.
 * @param order a new or restored order with its buyer and its product
 * @throws 422 at `params.adds_to`
 */
export async function coverUse(context: Context, order: FieldValues): Promise<void> {
  const id = addedLicence(order);
  if (id === null) return;
  if (order.category_id !== 1001) throw refuse('adds_purchase');
  const { rows } = await sql<{ fits: boolean }>`select a.status = 1 and a.deleted_at is null
      and a.enterprise_id = ${order.enterprise_id} and p.product_id = ${order.product_id} as fits
    from assignment a join project p on p.id = a.project_id where a.id = ${id}`.execute(context.trx);
  if (!rows[0]?.fits) throw refuse('adds_unfit');
  if ((await lockedUsedAbove(context, id)) === 0) throw refuse('adds_nothing');
  await refreshUsedAbove(context, id, order.purchased_hosts as number);
}

/** An order that comes to nothing no longer covers the use of the licence that it adds to. */
export async function uncoverUse(context: Context, order: Order): Promise<void> {
  const id = addedLicence({ ...order });
  const isCounted = [0, 1, 2].includes(order.status as number);
  if (id !== null && isCounted) await refreshUsedAbove(context, id, -order.purchased_hosts);
}
