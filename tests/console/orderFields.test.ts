import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { orderFields, startValues as startValuesOf } from '../../src/custom/order/create/orderFields.ts';
import { contractResolver } from '../../src/resources/formState/contractResolver.ts';

const order = contract.entity('order');
const startValues = startValuesOf(contract);
const original = (category: number, reissuable_hosts = 5) => ({
  reissuable_hosts,
  product: { category: { id: category } },
});
const reissue = (category: number) => ({ ...startValues, category_id: 1002, parent_order: original(category) });
const names = (isOwn: boolean, values: object) => Object.keys(orderFields(order, isOwn, values as typeof startValues));

describe('what the form of an order asks for', () => {
  it('is the enterprise and its user of all but those who order for themselves (R-OCRE-11)', () => {
    const plain = [
      'category_id',
      'product_id',
      'purchased_hosts',
      'params.delivery_method',
      'params.is_stamp',
      'comment',
    ];
    expect(names(true, startValues)).toEqual(plain);
    expect(names(false, startValues)).toEqual([plain[0], 'enterprise_id', 'user_id', ...plain.slice(1)]);
  });

  it('is the original in place of the product, and the service of a disaster recovery product, for a reissue (R-OCRE-05, R-OCRE-10)', () => {
    expect(names(true, reissue(1001))).not.toContain('product_id');
    expect(names(true, reissue(1001))).toContain('parent_order_id');
    expect(names(true, reissue(1001))).not.toContain('params.service_type');
    expect(names(true, reissue(1002))).toContain('params.service_type');
    expect(names(true, { ...reissue(1002), category_id: 1001 })).not.toContain('params.service_type');
  });

  it('is needed, whatever the choices reveal; only the comment may stay empty (B13)', () => {
    const params = { delivery_method: 'send_upon_payment', is_stamp: true, stamp_method: 'entity' };
    const fields = orderFields(order, false, { ...reissue(1002), params });
    const free = Object.keys(fields).filter((name) => !fields[name]?.required);
    expect(free).toEqual(['comment']);
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['params.entity_stamp_type', 'params.stamp_time']));
    expect(Object.keys(fields)).not.toContain('params.electron_stamp_type');
  });

  it('is one host at first, and for a reissue at most what is left of the original (R-VALID-20)', async () => {
    expect(startValues).toMatchObject({ purchased: { hosts: { value: 1 } } });
    const messageFor = async (value: number, values: object) => {
      const given = { ...values, purchased: { hosts: { value } } } as typeof startValues;
      const { errors } = await contractResolver(orderFields(order, true, given))(given, undefined, {} as never);
      return (errors as { purchased?: { hosts?: { value?: { message: string } } } }).purchased?.hosts?.value?.message;
    };
    expect(await messageFor(5, reissue(1001))).toBeUndefined();
    expect(await messageFor(6, reissue(1001))).toBe('max?value=5');
    expect(await messageFor(6, startValues)).toBeUndefined();
  });
});
