import { type Cast, startCast } from './cast.ts';
import type { EngineName } from './database.ts';
import { type OidcIssuer, oidcApp, type Person, startOidcIssuer } from './oidcIssuer.ts';
import { type Answer, ok } from './product.ts';

/** Where the console of the tests of sign-in providers is. */
export const publicUrl = 'https://console.example';
/** Providers of tests are on this computer, without a certificate. */
export const providerEnv = { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8', PUBLIC_URL: publicUrl };
export const labels = { label_en: 'Sign in with Acme', label_zh: '使用 Acme 登录' };

/** What the browser brings back from a provider. */
export interface WayBack {
  readonly parameters: string;
  readonly verifier: string;
  /** The address at the provider. */
  readonly url: URL;
}

/** A small world with one sign-in provider, and the ways of browsers through it. */
export interface OidcWorld {
  readonly cast: Cast;
  readonly issuer: OidcIssuer;
  /** The id of the provider. */
  readonly provider: number;
  /** Changes the provider. */
  configure(values: object): Promise<Record<string, unknown>>;
  /** The way of a browser to the provider and back. */
  goTo(key?: string, id?: number): Promise<WayBack>;
  finish(way: Pick<WayBack, 'parameters' | 'verifier'>, key?: string): Promise<Answer>;
  signInAs(person: Person): Promise<Answer>;
  /** Links an account to the user of a key. */
  linkTo(key: string, person: Person): Promise<Answer>;
  count(table: string): Promise<number>;
  /** The latest audit of an action. */
  lastAudit(action: string): Promise<Record<string, unknown> | undefined>;
  close(): Promise<void>;
}

/** The browser's way back from the provider, whose person agrees at once. */
export async function followIssuer(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').search.slice(1);
}

/** Starts a world with a sign-in provider that answers as the tests want. */
export async function startOidcWorld(engine: EngineName): Promise<OidcWorld> {
  const issuer = await startOidcIssuer(`${publicUrl}/login`);
  const cast = await startCast(engine, {}, providerEnv);
  const provider = (await ok(cast.admin.post('/v1/identity_provider', { ...labels, issuer: issuer.url, ...oidcApp })))
    .id;
  const goTo: OidcWorld['goTo'] = async (key, id = provider) => {
    const { url, verifier } = await ok(cast.request('POST', '/v1/oidc/begin', { body: { provider_id: id }, key }));
    return { parameters: await followIssuer(url), verifier, url: new URL(url) };
  };
  const finish: OidcWorld['finish'] = ({ parameters, verifier }, key) =>
    cast.request('POST', '/v1/oidc/finish', { body: { parameters, verifier }, key });
  const rowsOf = async (text: string, values: unknown[] = []) => (await cast.database.executeSql(text, values)).rows;
  return {
    cast,
    issuer,
    provider,
    goTo,
    finish,
    configure: (values) => ok(cast.admin.post(`/v1/identity_provider/${provider}`, values)),
    async signInAs(person) {
      issuer.person = person;
      return finish(await goTo());
    },
    async linkTo(key, person) {
      issuer.person = person;
      return finish(await goTo(key), key);
    },
    count: async (table) => Number((await rowsOf(`select count(*)::int as n from ${table}`))[0]?.['n']),
    lastAudit: async (action) =>
      (await rowsOf('select * from audit where action = $1 order by id desc limit 1', [action]))[0],
    async close() {
      await cast.close();
      await issuer.close();
    },
  };
}
