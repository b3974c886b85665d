import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import type { Contract } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import type { FormValues } from '../../../resources/formState/contractResolver.ts';
import { startValues } from '../../order/create/orderFields.ts';

/** Choices of the original order that the renewal repeats; the times of an earlier payment or stamp are left out. */
const copiedParams = ['delivery_method', 'is_stamp', 'stamp_method', 'entity_stamp_type', 'electron_stamp_type'];

/** The values of the order that renews a licence: for the same enterprise, and with the licence's quantity (D4). */
export function renewalValues(contract: Contract, licence: RecordData, order: RecordData): FormValues {
  const start = startValues(contract);
  const chosen = Object.fromEntries(copiedParams.map((name) => [name, valueAt(order, `params.${name}`) ?? null]));
  const { enterprise_id, user_id, product_id, product } = order;
  return {
    ...start,
    category_id: 1001,
    enterprise_id,
    user_id,
    product_id,
    product,
    purchased: { hosts: { value: licence.hosts } },
    params: { ...(start.params as object), ...chosen, renews: licence.id },
  };
}
