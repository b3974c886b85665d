import { Agent, request } from 'node:http';
import { password } from '../../support/account.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape and state what they expect
type Body = any;

export interface Got {
  readonly status: number;
  readonly body: Body;
  readonly retryAfter: string | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

interface Asked {
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  /** An agent for the client's own connections; by default a common pool that reuses them. */
  readonly agent?: Agent;
}

/**
 * Sends a request over real connections, which are reused.
 * @throws an error without a complete response; with `wasRead` set if the server had begun to answer
 */
export function ask(url: string, asked: Asked = {}): Promise<Got> {
  const text = asked.body && JSON.stringify(asked.body);
  const headers = { ...(asked.key && { authorization: asked.key }), ...asked.headers };
  const options = { method: text === undefined ? 'GET' : 'POST', headers, agent: asked.agent ?? agent };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      let got = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (got += part));
      answer.on('error', (error) => reject(Object.assign(error, { wasRead: true })));
      answer.on('end', () => {
        const body = got.startsWith('{') ? JSON.parse(got) : got;
        resolve({ status: answer.statusCode ?? 0, body, retryAfter: answer.headers['retry-after'] });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The body of a successful response. */
export async function good(url: string, asked: Asked = {}): Promise<Body> {
  const { status, body } = await ask(url, asked);
  if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function login(url: string, name: string): Promise<string> {
  return (await good(`${url}/v1/auth/login`, { body: { name, password } })).api_key;
}

/** All rows of a list, page by page. */
export async function all(url: string, key: string): Promise<Body[]> {
  const rows: Body[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await good(`${url}&per_page=100&sort=id&page=${page}`, { key });
    rows.push(...items);
    if (items.length === 0 || rows.length >= total) return rows;
  }
}
