import * as choices from '../../choices/order.ts';
import { boolean, choice, dateTime, object, reference } from '../../schema/field/field.ts';
import type { FieldRule } from '../../schema/rule.ts';

const prepaid = { shownWhen: { 'params.delivery_method': 'send_upon_payment' } };
const stamped = { shownWhen: { 'params.is_stamp': true } };
const onPaper = { shownWhen: { ...stamped.shownWhen, 'params.stamp_method': 'entity' } };
const inFile = { shownWhen: { ...stamped.shownWhen, 'params.stamp_method': 'digital' } };
const electronicStamp = { en: 'Electronic seal', zh: '电子章类型' };
const stamps = ['stamp_method', 'entity_stamp_type', 'electron_stamp_type', 'stamp_time'] as const;
/**
 * The fields that depend on the choices of delivery and stamp: required while they are shown, otherwise dropped (B13).
 */
const dependentFields = ['expected_payment_time', ...stamps] as const;

/** The delivery and the stamps of an order, as its field `params`. */
export const orderDelivery = object(
  {
    originator: choice(choices.originators, { label: { en: 'Originator', zh: '发起方' }, readOnly: true }),
    service_type: choice(choices.serviceTypes, { label: { en: 'Service type', zh: '服务类型' } }),
    delivery_method: choice(choices.deliveryMethods, { label: { en: 'Delivery method', zh: '交付方式' } }),
    expected_payment_time: dateTime({ label: { en: 'Expected payment date', zh: '预计付款时间' }, ...prepaid }),
    renews: reference('assignment', { label: { en: 'Renews the licence', zh: '续订的许可' } }),
    adds_to: reference('assignment', { label: { en: 'Adds to the licence', zh: '补购的许可' } }),
    is_stamp: boolean({ label: { en: 'Company seal required', zh: '需要盖章' } }),
    stamp_method: choice(choices.stampMethods, { label: { en: 'Seal type', zh: '盖章方式' }, ...stamped }),
    entity_stamp_type: choice(choices.entityStamps, { label: { en: 'Physical seal', zh: '实体章类型' }, ...onPaper }),
    electron_stamp_type: choice(choices.electronicStamps, { label: electronicStamp, ...inFile }),
    stamp_time: dateTime({ label: { en: 'Seal date', zh: '盖章时间' }, ...stamped }),
  },
  { label: { en: 'Delivery and seal', zh: '交付与盖章' }, createOnly: true },
);

export const deliveryRules: readonly FieldRule[] = [
  { field: 'params.delivery_method', requiredWhen: 'shown' },
  { field: 'params.is_stamp', requiredWhen: 'shown' },
  ...dependentFields.map(
    (name): FieldRule => ({ field: `params.${name}`, requiredWhen: 'shown', unlessShown: 'dropped' }),
  ),
];
