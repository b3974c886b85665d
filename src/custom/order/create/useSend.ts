import { useCreate } from 'react-admin';
import type { Resolver } from 'react-hook-form';
import { useIdempotencyKeys } from '../../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../../dataProvider/record.ts';
import { valuesOf } from '../../../resources/form/entityFields.ts';
import { contractResolver, type Values } from '../../../resources/formState/contractResolver.ts';
import { orderFields } from './orderFields.ts';

/** Validates the values by the fields that they themselves ask for. */
export const resolverFor =
  (isOwn: boolean): Resolver =>
  (values, context, options) =>
    contractResolver(orderFields(isOwn, values))(values, context, options);

/** Sends a new order; a failure is also logged, for whoever is asked why (R-ERR-09). In: whether one orders for oneself. */
export function useSend(isOwn: boolean): (values: Values) => Promise<RecordData> {
  const [create] = useCreate<RecordData>();
  const keyFor = useIdempotencyKeys();
  return async (values) => {
    const data = valuesOf(orderFields(isOwn, values), values);
    const meta = { idempotencyKey: keyFor(data) };
    try {
      return (await create('order', { data, meta }, { returnPromise: true })) as RecordData;
    } catch (failure) {
      console.error('The order was not created', failure);
      throw failure;
    }
  };
}
