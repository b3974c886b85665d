import { order as declaration } from '../../../../contract/entities/order.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import { neededIn } from '../../../resources/form/ruleMessages.ts';
import { hiddenByCondition, shownFields, type Values } from '../../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../../resources/formState/initialValues.ts';

const declared = declaration.fields as Fields;
/** A reissue (SPEC 3). */
export const reissue = 1002;
/** The category of disaster recovery products, for which alone there is failback (A9). */
const recovery = 1002;

const required = (field: Field | undefined): Field => ({ ...(field as Field), required: true });

/** What only a renewal says (D4). */
const renews = 'params.renews';

/** Delivery and stamp, by their dotted names; the rules say what is required of them (B13). */
const params: Fields = Object.fromEntries(
  Object.entries(declared.params?.fields ?? {})
    .filter(([name, field]) => !field.readOnly && `params.${name}` !== renews)
    .map(([name, field]) => [`params.${name}`, field]),
);

/** The names of the inputs of delivery and stamp. */
export const deliveryNames = Object.keys(params).filter((name) => name !== 'params.service_type');

/** Whatever an order form may ask for. */
const all: Fields = {
  category_id: required(declared.category_id),
  enterprise_id: required(declared.enterprise_id),
  user_id: required(declared.user_id),
  product_id: required(declared.product_id),
  parent_order_id: required(declared.parent_order_id),
  purchased_hosts: required(declared.purchased_hosts),
  ...params,
  'params.service_type': required(params['params.service_type']),
  [renews]: declared.params?.fields?.renews as Field,
  comment: declared.comment as Field,
};

/** Whom the order is for; whoever orders for themselves is not asked (R-OCRE-11). */
const buyer = ['enterprise_id', 'user_id'];

const hiddenByDeclaration = hiddenByCondition(all, { name: 'order', fields: declared });

function isHidden(name: string, values: Values): boolean {
  const isReissue = values.category_id === reissue;
  if (name === 'product_id') return isReissue;
  if (name === renews) return !valueAt(values, renews);
  if (name === 'params.service_type')
    return !isReissue || valueAt(values, 'parent_order.product.category.id') !== recovery;
  return hiddenByDeclaration(name, values);
}

/** The quantity; of a reissue it is of the original's product, and at most what is left of it (R-VALID-20, C5). */
function quantity({ category_id, parent_order }: Values): Field {
  const field = all.purchased_hosts as Field;
  if (category_id !== reissue) return field;
  const left = valueAt(parent_order, 'reissuable_hosts');
  return { ...field, countedAs: 'parent_order.product', ...(typeof left === 'number' && { max: left }) };
}

/**
 * The fields that the form of a new order asks for (SPEC 4, R-OCRE-01 to R-OCRE-13).
 * In: whether somebody orders for themselves, and the values so far; `parent_order` is the record of the original order,
 * which the form knows and does not send. Out: the fields to show, validate and send.
 */
export function orderFields(isOwn: boolean, values: Values): Fields {
  const asked = Object.entries(all).filter(([name]) => !isOwn || !buyer.includes(name));
  const shown = shownFields({ ...Object.fromEntries(asked), purchased_hosts: quantity(values) }, values, isHidden);
  const needed = neededIn(declaration, values);
  return Object.fromEntries(
    Object.entries(shown).map(([name, field]) => [name, needed.has(name) ? required(field) : field]),
  );
}

/** What the form begins with: the usual type, and the delivery that asks nothing further. */
export const startValues = defaultValues(all, {
  category_id: 1001,
  parent_order: null,
  'params.delivery_method': 'payment_after_delivery',
});

const subject = ['product_id', 'parent_order_id', 'parent_order'];
const stamp = ['is_stamp', 'stamp_method', 'entity_stamp_type', 'electron_stamp_type', 'stamp_time', 'service_type'];

/** What another type of order clears (R-OCRE-01, R-OCRE-02). */
export const clearedByType = (isOwn: boolean): string[] => [
  ...(isOwn ? [] : buyer),
  ...subject,
  ...stamp.map((name) => `params.${name}`),
];

/** What another enterprise clears. */
export const clearedByEnterprise: readonly string[] = ['user_id', ...subject];
