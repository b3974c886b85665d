import { good, login } from './api.ts';

/** The records that the work uses: a customer of the demo, a project, and approved orders to allocate from. */
export interface Place {
  readonly key: string;
  readonly product: number;
  readonly project: number;
  /** The first order is large; the others have fewer hosts than are requested. */
  readonly orders: readonly { readonly id: number; readonly hosts: number }[];
}

const params = { delivery_method: 'payment_after_delivery', is_stamp: false };

/** A new order, as its customer sends it. */
export const orderOf = (product: number, hosts: number, comment = '') => ({
  category_id: 1001,
  product_id: product,
  purchased: { hosts },
  params,
  comment,
});

/**
 * Creates the records on a server with the demo.
 * @param scarce the number of orders with only ten hosts
 */
export async function makePlace(url: string, scarce = 2): Promise<Place> {
  const key = await login(url, 'enterprise');
  const [sales, operations] = [await login(url, 'sales'), await login(url, 'operations')];
  const { items } = await good(`${url}/v1/project/list?is_paginate=false`, { key });
  const product = items[0].product_id as number;
  const orders: { id: number; hosts: number }[] = [];
  for (const hosts of [100_000, ...Array.from({ length: scarce }, () => 10)]) {
    const { id } = await good(`${url}/v1/order`, { key, body: orderOf(product, hosts) });
    const periods = { use_period: 30, assign_period: 30 };
    await good(`${url}/v1/order/${id}`, { key: sales, body: { status: 1, ...periods } });
    await good(`${url}/v1/order/${id}`, { key: operations, body: { status: 2 } });
    orders.push({ id, hosts });
  }
  return { key, product, project: items[0].id, orders };
}
