import { order as declaration } from '../../../../contract/entities/order.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { memoize } from '../../../../contract/lib/memoize.ts';
import { type Contract, type Entity, fieldOf, mayWrite } from '../../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import { currentCaller } from '../../../authProvider/authProvider.ts';
import { requiredByRules } from '../../../resources/form/ruleMessages.ts';
import { type FormValues, hiddenByCondition, shownFields } from '../../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../../resources/formState/defaultValues.ts';

const declaredFields = declaration.fields as Fields;
/** The order category "reissue" (SPEC 3). */
export const reissueCategory = 1002;
/** The product category "disaster recovery", the only one with failback (A9). */
const recoveryCategory = 1002;

const asRequired = (field: Field | undefined): Field => ({ ...(field as Field), required: true });

/** The fields of orders that follow a licence: a renewal (D4), and an addition (issue 36). Other orders have none. */
const licenceNames = ['renews', 'adds_to'] as const;

const licenceFields: Fields = Object.fromEntries(
  licenceNames.map((name) => [`params.${name}`, declaredFields.params?.fields?.[name] as Field]),
);

/** Delivery and stamp, by their dotted names; the rules say which of them are required (B13). */
const paramFields: Fields = Object.fromEntries(
  Object.entries(declaredFields.params?.fields ?? {})
    .filter(([name, field]) => !field.readOnly && !Object.hasOwn(licenceFields, `params.${name}`))
    .map(([name, field]) => [`params.${name}`, field]),
);

/** The names of the inputs for delivery and stamp. */
export const deliveryNames = Object.keys(paramFields).filter((name) => name !== 'params.service_type');

/** All fields that an order form may have. */
const allFields: Fields = {
  category_id: asRequired(declaredFields.category_id),
  enterprise_id: asRequired(declaredFields.enterprise_id),
  user_id: asRequired(declaredFields.user_id),
  product_id: asRequired(declaredFields.product_id),
  parent_order_id: asRequired(declaredFields.parent_order_id),
  purchased_hosts: asRequired(declaredFields.purchased_hosts),
  ...paramFields,
  'params.service_type': asRequired(paramFields['params.service_type']),
  ...licenceFields,
  comment: declaredFields.comment as Field,
};

/** The fields of a draft: all that an order form may have, and the record of the original order. */
export const draftFields: Fields = { ...allFields, parent_order: { kind: 'json', label: { en: '', zh: '' } } };

/** The buyer's fields; users who order for themselves have none (R-OCRE-11). */
const buyerNames = ['enterprise_id', 'user_id'];

const hiddenByDeclaration = hiddenByCondition(allFields, { name: 'order', fields: declaredFields });

function isHidden(name: string, values: FormValues): boolean {
  const isReissue = values.category_id === reissueCategory;
  if (name === 'product_id') return isReissue;
  if (Object.hasOwn(licenceFields, name)) return !valueAt(values, name);
  if (name === 'params.service_type')
    return !isReissue || valueAt(values, 'parent_order.product.category.id') !== recoveryCategory;
  return hiddenByDeclaration(name, values);
}

/**
 * The quantity. For a reissue it has the unit of the original's product, and its limit is what is left of the original
 * (R-VALID-20, C5).
 */
function quantityField({ category_id, parent_order }: FormValues): Field {
  const field = allFields.purchased_hosts as Field;
  if (category_id !== reissueCategory) return field;
  const left = valueAt(parent_order, 'reissuable_hosts');
  return { ...field, unitOf: 'parent_order.product', ...(typeof left === 'number' && { max: left }) };
}

/** True if the caller may set the field, or the object that it is part of, in a new order; without a caller, always. */
function maySet(order: Entity, name: string): boolean {
  const head = fieldOf(order, name.split('.')[0] ?? '');
  const role = currentCaller()?.role;
  return head !== undefined && (role === undefined || mayWrite(head, role, 'create'));
}

/**
 * The fields of the form for a new order (SPEC 4, R-OCRE-01 to R-OCRE-13).
 * @param order the entity as the caller has it, whose rules say which fields are required
 * @param isOwn true if users order for themselves
 * @param values the values so far. `parent_order` is the record of the original order; the form uses it but does not
 *   send it.
 * @returns the fields to show, validate and send
 */
export function orderFields(order: Entity, isOwn: boolean, values: FormValues): Fields {
  const asked = Object.entries(allFields).filter(
    ([name]) => maySet(order, name) && (!isOwn || !buyerNames.includes(name)),
  );
  const shown = shownFields({ ...Object.fromEntries(asked), purchased_hosts: quantityField(values) }, values, isHidden);
  const needed = requiredByRules(order, values);
  return Object.fromEntries(
    Object.entries(shown).map(([name, field]) => [name, needed.has(name) ? asRequired(field) : field]),
  );
}

/** The initial values: the usual category, and a delivery method without further inputs. */
export const startValues = memoize((contract: Contract) =>
  defaultValues(contract, allFields, {
    category_id: 1001,
    parent_order: null,
    'params.delivery_method': 'payment_after_delivery',
  }),
);

const productSources = ['product_id', 'parent_order_id', 'parent_order'];
const stampNames = [
  'is_stamp',
  'stamp_method',
  'entity_stamp_type',
  'electron_stamp_type',
  'stamp_time',
  'service_type',
];

/** The values that a change of the category clears (R-OCRE-01, R-OCRE-02). */
export const clearedByType = (isOwn: boolean): string[] => [
  ...(isOwn ? [] : buyerNames),
  ...productSources,
  ...stampNames.map((name) => `params.${name}`),
];

/** The values that a change of the enterprise clears. */
export const clearedByEnterprise: readonly string[] = ['user_id', ...productSources];
