import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import type { Contract } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import type { FormValues } from '../../../resources/formState/contractResolver.ts';
import { startValues } from '../../order/create/orderFields.ts';

/**
 * Why a licence is ordered anew: it ends (D4), or more of it is used than was bought (issue 36).
 */
export type LicenceOrderPurpose = 'renewal' | 'addition';

/** Choices of the original order that the new one repeats; the times of an earlier payment or stamp are left out. */
const copiedParams = ['delivery_method', 'is_stamp', 'stamp_method', 'entity_stamp_type', 'electron_stamp_type'];

/**
 * The values of an order that follows a licence, for the same enterprise and product: one that renews it has its quantity
 * (D4), one that adds to it the quantity that is used above what was bought.
 */
export function licenceOrderValues(
  contract: Contract,
  purpose: LicenceOrderPurpose,
  licence: RecordData,
  order: RecordData,
): FormValues {
  const isRenewal = purpose === 'renewal';
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
    purchased: { hosts: { value: isRenewal ? licence.hosts : licence.used_above } },
    params: {
      ...(start.params as object),
      ...chosen,
      ...(isRenewal ? { renews: licence.id } : { adds_to: licence.id }),
    },
  };
}
