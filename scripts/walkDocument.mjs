// A walk of real requests through a proxy that holds each request and each answer against the API document.

const password = 'Licence-2026';
/** Prism answers a violation itself, by this type. */
const violation = 'https://stoplight.io/prism/errors#';

/**
 * Requests to one address, counted. Out: `ask`, which answers the body of a success, and what was seen. A finding is an
 * answer of the proxy's own, or a status of 500 and more.
 */
function requester(url) {
  const seen = { requests: 0, statuses: {}, findings: [] };
  const ask = async (method, path, { key, body } = {}) => {
    const headers = { ...(key && { authorization: key }), ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    seen.requests += 1;
    seen.statuses[answer.status] = (seen.statuses[answer.status] ?? 0) + 1;
    if (answer.status >= 500 || text.includes(violation) || answer.headers.has('sl-violations'))
      seen.findings.push(
        `${method} ${path}: ${answer.status} ${answer.headers.get('sl-violations') ?? text}`.slice(0, 1000),
      );
    return answer.ok && text.startsWith('{') ? JSON.parse(text) : undefined;
  };
  return { ask, seen };
}

/** What a required parameter is given: its first choice, or its least number, or a short text. */
const sampleOf = ({ schema }) =>
  schema.enum?.[0] ?? schema.minimum ?? (schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : '1');

const queryOf = (parameters, more = {}) => {
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const pairs = { ...Object.fromEntries(required.map((one) => [one.name, sampleOf(one)])), ...more };
  const query = new URLSearchParams(pairs).toString();
  return query && `?${query}`;
};

/** Every GET of the document as one account: lists first, so that records are asked for by ids that there are. */
async function readAll({ ask }, document, key) {
  const ids = {};
  const gets = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [[path, get]] : []));
  const lists = gets.filter(([path]) => path.endsWith('/list'));
  for (const [path, { parameters }] of lists) {
    const answer = await ask('GET', path + queryOf(parameters), { key });
    ids[path.split('/')[2]] = answer?.items?.map(({ id }) => id) ?? [];
  }
  for (const [path, { parameters }] of gets.filter((one) => !lists.includes(one))) {
    const more = path === '/v1/events' ? { wait: '0' } : {};
    for (const id of path.includes('{') ? (ids[path.split('/')[2]] ?? []).concat(999_999).slice(-3) : [0]) {
      const filled = path.replace('{entity}', 'order').replace(/\{\w+\}/g, String(id));
      await ask('GET', filled + queryOf(parameters, more), { key });
    }
  }
}

/** An order from its customer to a licence, and writes that are refused. */
async function order({ ask }, keys) {
  const projects = await ask('GET', '/v1/project/list', { key: keys.enterprise });
  const { id: project_id, product_id } = projects.items[0];
  const params = { delivery_method: 'payment_after_delivery', is_stamp: false };
  const bought = { category_id: 1001, product_id, purchased: { hosts: 3 }, params };
  const { id } = await ask('POST', '/v1/order', { key: keys.enterprise, body: bought });
  const steps = [
    [keys.enterprise, { status: 2 }],
    [keys.sales, { status: 1, use_period: 365, assign_period: 180 }],
    [keys.operations, { status: 2 }],
    [keys.operations, { status: 2 }],
  ];
  for (const [key, body] of steps) await ask('POST', `/v1/order/${id}`, { key, body });
  const orders = [{ order_id: id, hosts: 2 }];
  for (const hosts of [2, 9])
    await ask('POST', '/v1/assignment', {
      key: keys.enterprise,
      body: { project_id, orders: [{ ...orders[0], hosts }] },
    });
}

/**
 * Walks the demo through the proxy. In: the proxy's address and the document. Out: how many requests were made, their
 * answers by status, and the findings.
 */
export async function walkDocument(url, document) {
  const requests = requester(url);
  const keys = {};
  for (const name of ['superadmin', 'operations', 'sales', 'enterprise', 'subuser'])
    keys[name] = (await requests.ask('POST', '/v1/auth/login', { body: { name, password } }))?.api_key;
  await requests.ask('POST', '/v1/auth/login', { body: { name: 'superadmin', password: 'wrong' } });
  await order(requests, keys);
  for (const key of Object.values(keys)) await readAll(requests, document, key);
  for (const key of Object.values(keys)) await requests.ask('POST', '/v1/auth/logout', { key });
  return requests.seen;
}
