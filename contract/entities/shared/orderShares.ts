import { integer, list, object, reference } from '../../schema/field/field.ts';

/** The numbers of hosts that several orders provide. */
export const orderShares = list(
  object(
    {
      order_id: reference('order', { label: { en: 'Order', zh: '订单' }, required: true }),
      hosts: integer({ label: { en: 'Quantity', zh: '数量' }, required: true, min: 1 }),
    },
    { label: { en: 'Order', zh: '订单' }, required: true },
  ),
  { label: { en: 'Orders', zh: '订单' }, required: true, max: 50 },
);
