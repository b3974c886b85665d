import type { JSONWebKeySet } from 'jose';
import * as client from 'openid-client';
import { mistakeIn } from './checkProvider.ts';
import { type LogoutClaim, type LogoutToken, readLogoutClaim, verifyLogoutToken } from './logoutToken.ts';
import { configurationAddress, type ProviderClient, type SettingsMistake, usesBasic } from './provider.ts';
import { createSafeFetch, type SafeFetch } from './safeFetch.ts';

/** A sign-in that was sent to a provider. Its secrets stay here; the browser has the state alone. */
export interface SignInRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The claims of a person at their provider (OpenID Connect Core 1.0, 5.1). */
export interface ProviderClaims {
  readonly iss: string;
  readonly sub: string;
  readonly [name: string]: unknown;
}

/** A sign-in that the provider has confirmed. */
export interface FinishedSignIn {
  readonly claims: ProviderClaims;
  readonly idToken: string | undefined;
}

/** The provider gave no usable answer, so the sign-in can be tried again later. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

/** The claim of a token that a check refused, as `openid-client` reports it in the causes of its error. */
function claimIn(error: unknown): string | undefined {
  const { claim, cause } = (error ?? {}) as { claim?: unknown; cause?: unknown };
  if (typeof claim === 'string') return claim;
  return cause === undefined ? undefined : claimIn(cause);
}

/** The provider, or a check of what it answered, refused the sign-in. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  /** True if the person ended the sign-in at the provider. */
  readonly cancelled: boolean;
  /** What was wrong, for the administrator of the provider. */
  readonly answer: string;

  constructor(cause: unknown) {
    super('the sign-in was refused', { cause });
    const { error, error_description, message } = (cause ?? {}) as Record<string, unknown>;
    this.cancelled = error === 'access_denied';
    const texts = typeof error === 'string' ? [error, error_description] : [message, claimIn(cause)];
    this.answer = texts
      .filter((part) => typeof part === 'string')
      .join(': ')
      .slice(0, mostShown);
  }
}

/** The longest answer of a provider that is shown, in characters. */
const mostShown = 200;

export interface OidcClient {
  /**
   * Asks the provider whether it knows these settings.
   * @returns the first mistake; undefined if there is none
   */
  check(provider: ProviderClient, redirectUri: string): Promise<SettingsMistake | undefined>;
  /**
   * Reads the configuration of a provider, also where it is cached.
   * @throws ProviderUnreachable
   */
  configuration(provider: ProviderClient): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Begins a sign-in: code flow with PKCE (RFC 7636, S256), a state and a nonce.
   * @throws ProviderUnreachable
   */
  begin(provider: ProviderClient, redirectUri: string): Promise<SignInRequest & { readonly url: string }>;
  /**
   * Finishes a sign-in: exchanges the code and checks the signature, the issuer, the audience, the times and the nonce.
   * @param returned the address to which the provider sent the browser back, with its parameters
   * @throws ProviderUnreachable, ProviderRefused
   */
  finish(provider: ProviderClient, returned: URL, request: SignInRequest): Promise<FinishedSignIn>;
  /**
   * The address at which the provider signs somebody out and sends them back (OpenID Connect RP-Initiated Logout 1.0).
   * @returns undefined if the provider has none, or cannot be reached
   */
  logoutUrl(provider: ProviderClient, idToken: string | undefined, returnTo: string): Promise<string | undefined>;
  /** Whom an unverified logout token claims to come from and to be for; undefined for a text that is none. */
  readLogoutClaim(token: string): LogoutClaim | undefined;
  /**
   * Verifies a logout token of the provider; that it is new is not checked.
   * @throws ProviderUnreachable, ProviderRefused
   */
  verifyLogout(provider: ProviderClient, token: string): Promise<LogoutToken>;
}

export interface OidcClientOptions {
  /** The networks and schemes that webhooks may use; they count for providers, too. */
  readonly allowHttp: boolean;
  readonly networks: readonly string[];
}

/** How far the clocks of the provider and this server may differ, in seconds. */
const clockTolerance = 120;
/** How long the configuration of a provider is cached, in ms. */
const cacheMs = 10 * 60 * 1000;
/** How often the keys may be fetched again for unknown keys of logout tokens, in ms. */
const keysEveryMs = 30 * 1000;

interface CachedProvider {
  readonly metadata: client.ServerMetadata;
  readonly until: number;
  keys: client.ExportedJWKSCache | undefined;
  /** When the keys were fetched again for a logout token, in ms. */
  keysAskedAt: number;
}

/** A way to authenticate that the provider supports. */
const authenticationOf = (metadata: client.ServerMetadata, secret: string) =>
  usesBasic(metadata.token_endpoint_auth_methods_supported)
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);

/** The codes with which `openid-client` reports that there was no answer, or an answer that is a failure of the server. */
function isUnreachable(error: unknown): boolean {
  const { status, code, name } = error as { status?: number; code?: string; name?: string };
  if (typeof status === 'number') return status >= 500;
  const cause = (error as { cause?: unknown }).cause;
  if (cause instanceof Response) return cause.status >= 500;
  return code === undefined || code === 'OAUTH_TIMEOUT' || /^E[A-Z]+$/.test(code) || name === 'HostRefused';
}

const failureOf = (error: unknown): Error =>
  isUnreachable(error) ? new ProviderUnreachable('no answer', { cause: error }) : new ProviderRefused(error);

/** The client of OpenID Connect providers. Their configurations and keys are cached in this process. */
export function createOidcClient(options: OidcClientOptions): OidcClient {
  const fetcher: SafeFetch = createSafeFetch(options);
  const customFetch = fetcher as unknown as client.CustomFetch;
  const cache = new Map<string, CachedProvider>();

  async function discover(issuer: string): Promise<CachedProvider> {
    const known = cache.get(issuer);
    if (known && known.until > Date.now()) return known;
    const response = await fetcher(configurationAddress(issuer), { headers: { accept: 'application/json' } }).catch(
      (cause: unknown) => {
        throw new ProviderUnreachable('no configuration', { cause });
      },
    );
    const metadata = response.ok ? await response.json().catch(() => undefined) : undefined;
    if (metadata?.issuer !== issuer) throw new ProviderUnreachable('no configuration of this issuer');
    const found: CachedProvider = {
      metadata,
      until: Date.now() + cacheMs,
      keys: known?.keys,
      keysAskedAt: known?.keysAskedAt ?? 0,
    };
    cache.set(issuer, found);
    return found;
  }

  function configurationOf({ metadata, keys }: CachedProvider, { clientId, secret }: ProviderClient) {
    // A copy, because the library remembers keys by the identity of the metadata.
    const configuration = new client.Configuration(
      { ...metadata },
      clientId,
      { client_secret: secret, [client.clockTolerance]: clockTolerance },
      authenticationOf(metadata, secret),
    );
    configuration[client.customFetch] = customFetch;
    // The token comes over a connection to the provider, but its signature is checked all the same.
    client.enableNonRepudiationChecks(configuration);
    if (options.allowHttp) client.allowInsecureRequests(configuration);
    // The library asks again for an unknown key if the known ones are a minute old: here, whenever one is unknown.
    if (keys) client.setJwksCache(configuration, { ...keys, uat: Math.floor(Date.now() / 1000) - 61 });
    return configuration;
  }

  async function claimsOf(
    configuration: client.Configuration,
    returned: URL,
    request: SignInRequest,
  ): Promise<FinishedSignIn> {
    const tokens = await client.authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: request.codeVerifier,
      expectedState: request.state,
      expectedNonce: request.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('an ID token was expected');
    const idToken = tokens.id_token;
    if (!configuration.serverMetadata().userinfo_endpoint) return { claims, idToken };
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { claims: { ...more, ...claims }, idToken };
  }

  /** The keys of a provider: the cached ones, or those that it has now. */
  async function keysOf(found: CachedProvider, isAgain = false): Promise<client.ExportedJWKSCache> {
    if (found.keys && !isAgain) return found.keys;
    const response = await fetcher(String(found.metadata.jwks_uri), { headers: { accept: 'application/json' } });
    if (!response.ok) throw new ProviderUnreachable('no keys');
    const jwks = await response.json();
    const read = { jwks, uat: Math.floor(Date.now() / 1000) };
    found.keys = read;
    return read;
  }

  /** Verifies a logout token. Keys are fetched again for an unknown one at most once in half a minute: anybody may ask. */
  async function verify(provider: ProviderClient, token: string): Promise<LogoutToken> {
    const found = await discover(provider.issuer);
    const { issuer, clientId } = provider;
    const algorithms = found.metadata.id_token_signing_alg_values_supported;
    const expected = { issuer, clientId, algorithms, clockTolerance };
    try {
      return await verifyLogoutToken(token, (await keysOf(found)).jwks as JSONWebKeySet, expected);
    } catch (error) {
      const isUnknownKey = (error as { code?: string }).code === 'ERR_JWKS_NO_MATCHING_KEY';
      if (!isUnknownKey || found.keysAskedAt > Date.now() - keysEveryMs) throw error;
      found.keysAskedAt = Date.now();
      return verifyLogoutToken(token, (await keysOf(found, true)).jwks as JSONWebKeySet, expected);
    }
  }

  return {
    check: (provider, redirectUri) => mistakeIn(fetcher, provider, redirectUri),
    async configuration({ issuer }) {
      const known = cache.get(issuer);
      cache.delete(issuer);
      const found = await discover(issuer);
      found.keys = known?.keys;
      return { ...found.metadata };
    },
    async begin(provider, redirectUri) {
      const configuration = configurationOf(await discover(provider.issuer), provider);
      const request = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { ...request, url: url.href };
    },
    async finish(provider, returned, request) {
      const found = await discover(provider.issuer);
      const configuration = configurationOf(found, provider);
      try {
        return await claimsOf(configuration, returned, request);
      } catch (error) {
        throw failureOf(error);
      } finally {
        found.keys = client.getJwksCache(configuration) ?? found.keys;
      }
    },
    async logoutUrl(provider, idToken, returnTo) {
      try {
        const found = await discover(provider.issuer);
        const { end_session_endpoint: endpoint } = found.metadata;
        const scheme = URL.canParse(endpoint ?? '') ? new URL(endpoint ?? '').protocol : '';
        if (scheme !== 'https:' && !(options.allowHttp && scheme === 'http:')) return undefined;
        const parameters = { post_logout_redirect_uri: returnTo, ...(idToken && { id_token_hint: idToken }) };
        return client.buildEndSessionUrl(configurationOf(found, provider), parameters).href;
      } catch {
        // Whoever signs out here is signed out, also while the provider cannot be reached.
        return undefined;
      }
    },
    readLogoutClaim,
    async verifyLogout(provider, token) {
      try {
        return await verify(provider, token);
      } catch (error) {
        throw error instanceof ProviderUnreachable ? error : new ProviderRefused(error);
      }
    },
  };
}
