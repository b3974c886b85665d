import { useCreate } from 'react-admin';
import type { Resolver } from 'react-hook-form';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useIdempotencyKeys } from '../../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { valuesOfFields } from '../../../resources/form/entityFields.ts';
import { contractResolver, type FormValues } from '../../../resources/formState/contractResolver.ts';
import { orderFields } from './orderFields.ts';

/** Validates the values by the fields that depend on them. */
export const orderResolver =
  (order: Entity, isOwn: boolean): Resolver =>
  (values, context, options) =>
    contractResolver(orderFields(order, isOwn, values))(values, context, options);

/**
 * Creates an order; a failure is also logged for support (R-ERR-09).
 * @param isOwn true if users order for themselves
 */
export function useCreateOrder(isOwn: boolean): (values: FormValues) => Promise<RecordData> {
  const order = useContract().entity('order');
  const [create] = useCreate<RecordData>();
  const keyFor = useIdempotencyKeys();
  return async (values) => {
    const data = valuesOfFields(orderFields(order, isOwn, values), values);
    const meta = { idempotencyKey: keyFor(data) };
    try {
      return (await create('order', { data, meta }, { returnPromise: true })) as RecordData;
    } catch (failure) {
      console.error('The order was not created', failure);
      throw failure;
    }
  };
}
