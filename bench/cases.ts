import type { Cast } from '../tests/support/cast.ts';

/** A kind of request, whose path may be different each time. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: () => string;
  readonly body?: object;
}

/** A measured request: ours, and if there is one the hand-written request with the same answer. */
export interface Case {
  readonly name: string;
  readonly as: 'SA' | 'SM' | 'EN';
  readonly ours: Request;
  readonly theirs?: Request;
  /** The maximum number of requests, if each needs its own record. */
  readonly most?: number;
  /** Runs before each burst. */
  readonly prepare?: () => Promise<unknown>;
}

const get = (path: string): Request => ({ method: 'GET', path: () => path });

/** Returns the texts in turn, again and again. */
function cycle(texts: readonly string[]): () => string {
  let at = 0;
  return () => texts[at++ % texts.length] ?? '';
}

type As = Case['as'];

/** The roles that send requests, with a condition on their orders in SQL over `o`. */
const orderConditions = ({ otherSales, enterprise }: Cast): Record<As, string> => ({
  SA: 'true',
  SM: `o.enterprise_id in (select id from enterprise where sales_user_id = ${otherSales.id})`,
  EN: `o.enterprise_id = ${enterprise}`,
});

/** Ids of a role's orders, as texts. */
async function ordersOf(cast: Cast, as: As, more = 'true', most = 5000): Promise<string[]> {
  const { rows } = await cast.database.executeSql(
    `select o.id from orders o where ${orderConditions(cast)[as]} and ${more} order by o.id limit ${most}`,
  );
  return rows.map(({ id }) => String(id));
}

/** The orders of each role, as parameters of the hand-written list. */
const scopes = ({ otherSales, enterprise }: Cast) => ({
  SA: '',
  SM: `&sales=${otherSales.id}`,
  EN: `&enterprise=${enterprise}`,
});

/** The common Chinese word for enterprise, which is part of some enterprises' names. */
const twoCharacters = encodeURIComponent('企业');

/** The lists as each role requests them. */
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
    list('two-character search', as, `search=${twoCharacters}`, `search=${twoCharacters}`),
  ]);
}

/** Single orders that each role may see. */
async function items(cast: Cast): Promise<Case[]> {
  const cases: Case[] = [];
  for (const as of ['SA', 'SM', 'EN'] as const) {
    const item = cycle(await ordersOf(cast, as));
    const by = (before: string): Request => ({ method: 'GET', path: () => `${before}/${item()}` });
    cases.push({ name: 'one item', as, ours: by('/v1/order'), theirs: by('') });
  }
  return cases;
}

/** An enterprise submits an order, and a salesman submits one for it. */
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
 * A salesman confirms an order, an enterprise cancels one. Each burst begins with new orders, which only the server
 * itself could prepare in an embedded database.
 */
async function steps(cast: Cast): Promise<Case[]> {
  if (cast.database.engine === 'pglite') return [];
  const again = 'update orders set status = 0, confirmer_id = null where id = any ($1)';
  const step = async (as: As, body: object): Promise<Case> => {
    const mine = await ordersOf(cast, as, 'o.category_id = 1001', 500);
    const next = cycle(mine);
    const by = (before: string): Request => ({ method: 'POST', path: () => `${before}/${next()}`, body });
    const prepare = () => cast.database.executeSql(again, [mine]);
    return { name: 'one step', as, ours: by('/v1/order'), theirs: by(''), most: mine.length, prepare };
  };
  const all = [await step('SM', { status: 1, use_period: 365, assign_period: 30 }), await step('EN', { status: 8 })];
  // With few orders a case may have none in the required state.
  return all.filter(({ most = 0 }) => most > 0);
}

/** All measured requests for a filled database, for each role that may send them. */
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
