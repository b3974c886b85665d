import type { Cast } from '../tests/support/cast.ts';

/** One kind of request; the path may be another one each time. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: () => string;
  readonly body?: object;
}

/** What is measured: a request of ours, and the hand-written one that answers the same, where there is one. */
export interface Case {
  readonly name: string;
  readonly as: 'SA' | 'SM' | 'EN';
  readonly ours: Request;
  readonly theirs?: Request;
  /** How many requests it takes at most, where each needs a record of its own. */
  readonly most?: number;
  /** Begins before each of its bursts. */
  readonly prepare?: () => Promise<unknown>;
}

const get = (path: string): Request => ({ method: 'GET', path: () => path });

/** Each of several texts in turn. */
function inTurn(texts: readonly string[]): () => string {
  let at = 0;
  return () => texts[at++ % texts.length] ?? '';
}

/** The orders that a salesman may confirm. */
async function confirmable({ database, otherSales }: Cast): Promise<string[]> {
  const { rows } = await database.executeSql(
    `select o.id from orders o join enterprise e on e.id = o.enterprise_id
      where e.sales_user_id = $1 and o.status = 0 and o.category_id = 1001 order by o.id limit 500`,
    [otherSales.id],
  );
  return rows.map(({ id }) => String(id));
}

/** The orders of each role, as parameters of the hand-written list. */
const scopes = ({ otherSales, enterprise }: Cast) => ({
  SA: '',
  SM: `&sales=${otherSales.id}`,
  EN: `&enterprise=${enterprise}`,
});

/** The lists as each role asks for them. */
function lists(cast: Cast): Case[] {
  const list = (name: string, as: Case['as'], asked: string, theirs: string): Case => ({
    name,
    as,
    ours: get(`/v1/order/list?${asked}`),
    theirs: get(`/list?${`${theirs}${scopes(cast)[as]}`.replace(/^&/, '')}`),
  });
  return (['SA', 'SM', 'EN'] as const).flatMap((as) => [
    list('first page of a state', as, 'filter_status=2', 'status=2'),
    list('first page', as, '', ''),
    ...(as === 'EN' ? [] : [list('page 400', as, 'page=400', 'page=400')]),
    list('search', as, 'search=0004217', 'search=0004217'),
  ]);
}

/** Every call that is measured, over a world that has been filled. */
export async function casesOf(cast: Cast): Promise<Case[]> {
  const { rows } = await cast.database.executeSql('select id from orders order by id limit 5000');
  const all = rows.map(({ id }) => String(id));
  const mine = await confirmable(cast);
  const item = inTurn(all);
  const step = inTurn(mine);
  const periods = { use_period: 365, assign_period: 30 };
  const params = { delivery_method: 'payment_after_delivery', is_stamp: false };
  const order = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 2 }, params };
  const again = 'update orders set status = 0, confirmer_id = null where id = any ($1)';
  return [
    ...lists(cast),
    {
      name: 'one item',
      as: 'SA',
      ours: { method: 'GET', path: () => `/v1/order/${item()}` },
      theirs: { method: 'GET', path: () => `/${item()}` },
    },
    {
      name: 'one create',
      as: 'EN',
      ours: { method: 'POST', path: () => '/v1/order', body: order },
      theirs: { method: 'POST', path: () => '/', body: { ...order, enterprise_id: cast.enterprise } },
      most: 500,
    },
    {
      name: 'one step',
      as: 'SM',
      ours: { method: 'POST', path: () => `/v1/order/${step()}`, body: { status: 1, ...periods } },
      theirs: { method: 'POST', path: () => `/${step()}`, body: { status: 1, ...periods } },
      most: mine.length,
      prepare: () => cast.database.executeSql(again, [mine]),
    },
    ...(['SA', 'SM', 'EN'] as const).map((as): Case => ({ name: 'dashboard', as, ours: get('/v1/dashboard') })),
    { name: 'export of all', as: 'SA', ours: get('/v1/order/export'), most: 2 },
  ];
}
