import { valueAt } from '../../../contract/path.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import type { Values } from '../../resources/form/contractResolver.ts';
import { startValues } from '../order/orderFields.ts';

/** How long before its end a licence can be renewed by one click, in milliseconds. */
const soon = 90 * 86_400_000;

/** An issued licence that ends soon, or has ended, can be renewed by whoever may order (D4); the server has the last word. */
export function isRenewable(licence: RecordData, now: number = Date.now()): boolean {
  const end = Date.parse(String(licence.expired_at));
  return licence.status === 1 && isPermitted('order', 'create') && end - now < soon;
}

/** What its order chose once, and is chosen again; the times of a former payment or stamp are not. */
const kept = ['delivery_method', 'is_stamp', 'stamp_method', 'entity_stamp_type', 'electron_stamp_type'];

/** The values of the order that renews a licence: the same for the same enterprise, as much as the licence has (D4). */
export function renewalOf(licence: RecordData, order: RecordData): Values {
  const chosen = Object.fromEntries(kept.map((name) => [name, valueAt(order, `params.${name}`) ?? null]));
  const { enterprise_id, user_id, product_id } = order;
  return {
    ...startValues,
    ...{ category_id: 1001, enterprise_id, user_id, product_id },
    purchased: { hosts: { value: licence.hosts } },
    params: { ...(startValues.params as object), ...chosen, renews: licence.id },
  };
}
