import { type Cast, startCast } from '../../support/cast.ts';
import type { EngineName } from '../../support/database.ts';
import { type Answer, type Client, ok } from '../../support/product.ts';

/** A company directory in a test: a service account with a token of the scope `scim`. */
export interface Directory {
  readonly account: number;
  /** The user of the service account. */
  readonly user: number;
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Creates a user. */
  create(values: object): Promise<Answer>;
  patch(id: string, ...operations: object[]): Promise<Answer>;
  /** The users of a filter. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape and state what they expect
  find(filter: string): Promise<any[]>;
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory whose service account somebody makes. */
export async function startDirectory(
  cast: Cast,
  maker: Client = cast.admin,
  role = 'GeneralAdmin',
): Promise<Directory> {
  const body = { name: 'Directory', role, requests_per_minute: 6000 };
  const account = await ok(maker.post('/v1/service_account', body));
  const { token } = await ok(
    maker.post('/v1/service_token', { account_id: account.id, name: 'SCIM', scopes: ['scim'] }),
  );
  const send: Directory['send'] = (method, path, sent, headers = {}) =>
    cast.request(method, `/scim/v2${path}`, {
      body: sent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
    });
  return {
    account: account.id,
    user: account.user_id,
    token,
    get: (path, headers) => send('GET', path, undefined, headers),
    send,
    create: (values) => send('POST', '/Users', { schemas: [userSchema], ...values }),
    patch: (id, ...operations) => send('PATCH', `/Users/${id}`, { schemas: [patchSchema], Operations: operations }),
    find: async (filter) => (await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources,
  };
}

export interface DirectoryWorld {
  readonly cast: Cast;
  readonly directory: Directory;
}

export async function startDirectoryWorld(engine: EngineName): Promise<DirectoryWorld> {
  const cast = await startCast(engine);
  return { cast, directory: await startDirectory(cast) };
}

/** The status of an answer, with the kind of its mistake. */
export const refusalOf = ({ status, body }: Answer): [number, string | undefined] => [status, body.scimType];
