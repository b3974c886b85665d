// Sends real requests through a proxy that compares requests and answers with the API document.

const password = 'Licence-2026';
/** The error type by which Prism reports a violation. */
const violation = 'https://stoplight.io/prism/errors#';

/**
 * Sends requests to an address and counts them.
 * @returns `ask`, which returns the body of a successful answer, and `seen`. A finding is an error of the proxy itself,
 * or a status of 500 or more.
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

/** A value for a required parameter: its first choice, its minimum, or a short text. */
const sampleOf = ({ schema }) =>
  schema.enum?.[0] ?? schema.minimum ?? (schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : '1');

const queryOf = (parameters, more = {}) => {
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const pairs = { ...Object.fromEntries(required.map((one) => [one.name, sampleOf(one)])), ...more };
  const query = new URLSearchParams(pairs).toString();
  return query && `?${query}`;
};

/** Sends every GET of the document as one account: lists first, to get ids of existing records. */
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

/** Takes an order from its customer to a licence, and tries writes that must be refused. */
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
 * Sends requests to the demo through the proxy.
 * @param url The address of the proxy.
 * @returns The number of requests, their answers by status, and the findings.
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
