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

type As = Case['as'];

/** The people who ask, and what tells the orders of each: as SQL over `o`. */
const whose = ({ otherSales, enterprise }: Cast): Record<As, string> => ({
  SA: 'true',
  SM: `o.enterprise_id in (select id from enterprise where sales_user_id = ${otherSales.id})`,
  EN: `o.enterprise_id = ${enterprise}`,
});

/** Ids of orders of a role, as texts. */
async function ordersOf(cast: Cast, as: As, more = 'true', most = 5000): Promise<string[]> {
  const { rows } = await cast.database.executeSql(
    `select o.id from orders o where ${whose(cast)[as]} and ${more} order by o.id limit ${most}`,
  );
  return rows.map(({ id }) => String(id));
}

/** The orders of each role, as parameters of the hand-written list. */
const scopes = ({ otherSales, enterprise }: Cast) => ({
  SA: '',
  SM: `&sales=${otherSales.id}`,
  EN: `&enterprise=${enterprise}`,
});

/** The usual Chinese word; some enterprises are called by it. */
const twoSigns = encodeURIComponent('企业');

/** The lists as each role asks for them. */
function lists(cast: Cast): Case[] {
  const list = (name: string, as: As, asked: string, theirs: string): Case => ({
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
    list('search of two signs', as, `search=${twoSigns}`, `search=${twoSigns}`),
  ]);
}

/** One item of those that each role sees. */
async function items(cast: Cast): Promise<Case[]> {
  const cases: Case[] = [];
  for (const as of ['SA', 'SM', 'EN'] as const) {
    const item = inTurn(await ordersOf(cast, as));
    const by = (before: string): Request => ({ method: 'GET', path: () => `${before}/${item()}` });
    cases.push({ name: 'one item', as, ours: by('/v1/order'), theirs: by('') });
  }
  return cases;
}

/** An order is filed by an enterprise, and for one by its salesman. */
async function creates(cast: Cast): Promise<Case[]> {
  const { rows } = await cast.database.executeSql(
    'select id from users where enterprise_id = $1 and role_id = 4 order by id limit 1',
    [cast.otherEnterprise],
  );
  const params = { delivery_method: 'payment_after_delivery', is_stamp: false };
  const order = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 2 }, params };
  const create = (as: As, body: object, enterprise_id: number): Case => ({
    name: 'one create',
    as,
    most: 500,
    ours: { method: 'POST', path: () => '/v1/order', body },
    theirs: { method: 'POST', path: () => '/', body: { ...order, enterprise_id } },
  });
  const buyer = { enterprise_id: cast.otherEnterprise, user_id: Number(rows[0]?.['id']) };
  return [create('SM', { ...order, ...buyer }, cast.otherEnterprise), create('EN', order, cast.enterprise)];
}

/**
 * A salesman confirms an order, an enterprise cancels one. Each burst begins with orders that are all new: nobody but the server
 * itself could make them so in an embedded database.
 */
async function steps(cast: Cast): Promise<Case[]> {
  if (cast.database.engine === 'pglite') return [];
  const again = 'update orders set status = 0, confirmer_id = null where id = any ($1)';
  const step = async (as: As, body: object): Promise<Case> => {
    const mine = await ordersOf(cast, as, 'o.category_id = 1001', 500);
    const next = inTurn(mine);
    const by = (before: string): Request => ({ method: 'POST', path: () => `${before}/${next()}`, body });
    const prepare = () => cast.database.executeSql(again, [mine]);
    return { name: 'one step', as, ours: by('/v1/order'), theirs: by(''), most: mine.length, prepare };
  };
  const all = [await step('SM', { status: 1, use_period: 365, assign_period: 30 }), await step('EN', { status: 8 })];
  // Of few orders none may wait.
  return all.filter(({ most = 0 }) => most > 0);
}

/** Every call that is measured, over a world that has been filled, as each role that may make it. */
export async function casesOf(cast: Cast): Promise<Case[]> {
  const all = ['SA', 'SM', 'EN'] as const;
  return [
    ...lists(cast),
    ...(await items(cast)),
    ...(await creates(cast)),
    ...(await steps(cast)),
    ...all.map((as): Case => {
      const theirs = get(`/dashboard?${scopes(cast)[as].replace('&', '')}`);
      return { name: 'dashboard', as, ours: get('/v1/dashboard'), theirs };
    }),
    ...all.map((as): Case => {
      const theirs = get(`/export?${scopes(cast)[as]}`);
      return { name: 'export of all', as, ours: get('/v1/order/export'), theirs, most: 2 };
    }),
  ];
}
