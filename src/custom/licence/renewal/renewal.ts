import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import type { RecordData } from '../../../dataProvider/record.ts';
import type { Values } from '../../../resources/formState/contractResolver.ts';
import { startValues } from '../../order/create/orderFields.ts';

/** What its order chose once, and is chosen again; the times of a former payment or stamp are not. */
const kept = ['delivery_method', 'is_stamp', 'stamp_method', 'entity_stamp_type', 'electron_stamp_type'];

/** The values of the order that renews a licence: the same for the same enterprise, as much as the licence has (D4). */
export function renewalOf(licence: RecordData, order: RecordData): Values {
  const chosen = Object.fromEntries(kept.map((name) => [name, valueAt(order, `params.${name}`) ?? null]));
  const { enterprise_id, user_id, product_id, product } = order;
  return {
    ...startValues,
    category_id: 1001,
    enterprise_id,
    user_id,
    product_id,
    product,
    purchased: { hosts: { value: licence.hosts } },
    params: { ...(startValues.params as object), ...chosen, renews: licence.id },
  };
}
