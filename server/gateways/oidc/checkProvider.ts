import { configurationAddress, type ProviderClient, type SettingsMistake, usesBasic } from './provider.ts';
import type { SafeFetch } from './safeFetch.ts';

/** What of a provider's configuration is checked (OpenID Connect Discovery 1.0, 3). */
interface Metadata {
  readonly issuer?: unknown;
  readonly authorization_endpoint?: unknown;
  readonly token_endpoint?: unknown;
  readonly jwks_uri?: unknown;
  readonly code_challenge_methods_supported?: unknown;
  readonly token_endpoint_auth_methods_supported?: unknown;
}

const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** The longest answer of a provider that is shown, in characters. */
const mostShown = 200;

/** What a provider answered, as one short line. */
const shown = (text: string): string =>
  text
    .replace(/<(style|script|title)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, mostShown);

/** Why a request failed: the code of a system error, or the reason of a refusal. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return shown(typeof code === 'string' ? code : String(message ?? 'no answer'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error of an answer (RFC 6749, 5.2), or its text. */
function errorOf(status: number, text: string): string {
  const { error, error_description: description } = (parsed(text) ?? {}) as Record<string, unknown>;
  const named = [error, description].filter((part) => typeof part === 'string').join(': ');
  return shown(`${status} ${named || text}`);
}

/** Reads the configuration of an issuer, or the mistake that is in it. */
async function readMetadata(fetcher: SafeFetch, issuer: string): Promise<Metadata | string> {
  const response = await fetcher(configurationAddress(issuer), { headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok) return errorOf(response.status, text);
  const metadata = parsed(text) as Metadata | undefined;
  if (typeof metadata !== 'object' || metadata === null) return shown(`${response.status} ${text}`);
  if (metadata.issuer !== issuer) return shown(`issuer: ${String(metadata.issuer)}`);
  const missing = required.find((name) => typeof metadata[name] !== 'string');
  if (missing) return `${missing}: –`;
  const methods = metadata.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes('S256'))
    return shown(`code_challenge_methods_supported: ${methods.join(' ')}`);
  return metadata;
}

/** The field of an error of the authorization endpoint (RFC 6749, 4.1.2.1). */
function fieldOf(error: string): SettingsMistake['field'] {
  if (/redirect/i.test(error)) return 'redirect_uri';
  return /scope/i.test(error) ? 'scopes' : 'client_id';
}

/** The errors that say only that nobody is signed in at the provider, as it should be for a trial. */
const asksForPerson = /^(login|interaction|consent|account_selection)_required$|^access_denied$/;

/** Tries the authorization endpoint without a person: what it refuses at once is wrong in the settings. */
async function tryAuthorization(fetcher: SafeFetch, endpoint: string, provider: ProviderClient, redirectUri: string) {
  const url = new URL(endpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state: 'check',
    nonce: 'check',
    prompt: 'none',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await fetcher(url.href, { headers: { accept: 'text/html' } });
  const text = await response.text();
  if (response.status >= 400 && response.status < 500) {
    const answer = errorOf(response.status, text);
    return { field: fieldOf(answer), answer };
  }
  const to = response.headers.get('location') ?? '';
  const back = URL.canParse(to, endpoint) ? new URL(to, endpoint).searchParams : new URLSearchParams();
  const error = back.get('error');
  if (error === null || asksForPerson.test(error)) return undefined;
  const answer = shown([error, back.get('error_description')].filter(Boolean).join(': '));
  return { field: fieldOf(answer), answer };
}

/** Tries the token endpoint with a code that nobody was given: a right secret is answered unlike a wrong one. */
async function trySecret(fetcher: SafeFetch, metadata: Metadata, provider: ProviderClient, redirectUri: string) {
  const isBasic = usesBasic(metadata.token_endpoint_auth_methods_supported);
  const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  const pair = `${encoded(provider.clientId)}:${encoded(provider.secret)}`;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'check',
    redirect_uri: redirectUri,
    code_verifier: 'check-check-check-check-check-check-check-check',
    ...(!isBasic && { client_id: provider.clientId, client_secret: provider.secret }),
  });
  const response = await fetcher(String(metadata.token_endpoint), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    },
    body,
  });
  const text = await response.text();
  const { error } = (parsed(text) ?? {}) as { error?: unknown };
  const isWrong = error === 'invalid_client' || (response.status === 401 && error !== 'invalid_grant');
  return isWrong ? ({ field: 'client_secret', answer: errorOf(response.status, text) } as const) : undefined;
}

/**
 * Asks a provider whether it knows the settings of this client: its configuration is read, the authorization endpoint is
 * tried without a person, and the token endpoint with a code that is none.
 * @returns the first mistake; undefined if there is none
 */
export async function mistakeIn(
  fetcher: SafeFetch,
  provider: ProviderClient,
  redirectUri: string,
): Promise<SettingsMistake | undefined> {
  try {
    const metadata = await readMetadata(fetcher, provider.issuer);
    if (typeof metadata === 'string') return { field: 'issuer', answer: metadata };
    const endpoint = String(metadata.authorization_endpoint);
    return (
      (await tryAuthorization(fetcher, endpoint, provider, redirectUri)) ??
      (await trySecret(fetcher, metadata, provider, redirectUri))
    );
  } catch (error) {
    return { field: 'issuer', answer: reasonOf(error) };
  }
}
