import { isDeepStrictEqual } from 'node:util';
import { oidcEndpoints } from '../../../../contract/endpoints/oidc.ts';
import type { EntityRows } from '../../../../contract/index.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { message } from '../../../../contract/messages/message.ts';
import { isCustomer } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf, type ProviderSettings } from '../../../core/context.ts';
import type { EntityRules, FieldValues } from '../../../core/rules.ts';
import { requireEntityScope } from '../../../core/security/tokenScope.ts';
import { decryptField } from '../../../db/write/encryptedColumns.ts';
import { requireRecentSignIn } from '../signIn/recentSignIn.ts';
import { isMailDomain } from './claims.ts';
import { checkClosing } from './closedPassword.ts';

export type IdentityProvider = EntityRows['identity_provider'];

/** The page to which every provider sends the browser back. */
const loginAddress = (publicUrl: string): string => `${publicUrl}/login`;

/** The redirect URI of this product at every provider. */
export const redirectUri = ({ settings }: Pick<Context, 'settings'>): string => loginAddress(settings.publicUrl);

/** A provider that has not been deleted. */
export const providerOf = ({ trx }: Pick<Context, 'trx'>, id: number): Promise<IdentityProvider | undefined> =>
  trx
    .selectFrom('identity_provider')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst() as Promise<IdentityProvider | undefined>;

/** The settings with which the product is a client of a provider. */
export const settingsOf = ({ secrets }: Pick<Context, 'secrets'>, row: IdentityProvider): ProviderSettings => ({
  issuer: row.issuer,
  clientId: row.client_id,
  secret: decryptField(secrets, { name: 'identity_provider' }, 'stored_secret', row) ?? '',
  scopes: row.scopes,
});

/** The active providers, for the buttons of the login page. */
export const activeProviders = ({ trx }: Pick<Context, 'trx'>) =>
  trx
    .selectFrom('identity_provider')
    .select(['id', 'label_en', 'label_zh', 'preset'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The provider as it would be stored, with the secret of the body or the stored one. */
function settingsAfter(body: FieldValues, before: ProviderSettings | undefined): ProviderSettings {
  const given = (name: string, known: string | undefined, otherwise = '') =>
    Object.hasOwn(body, name) && body[name] !== null && body[name] !== '' ? text(body[name]) : (known ?? otherwise);
  return {
    issuer: given('issuer', before?.issuer),
    clientId: given('client_id', before?.clientId),
    secret: given('client_secret', before?.secret),
    scopes: given('scopes', before?.scopes, 'openid profile email'),
  };
}

/** Refuses scopes without `openid`: the provider would answer no ID token (OpenID Connect Core 1.0, 3.1.2.1). */
function checkScopes(scopes: string): void {
  if (!scopes.split(/\s+/).includes('openid')) throw AppError.unprocessable('scope_openid', undefined, 'scopes');
}

/** Refuses roles that could never be given, and customers whose enterprise could never be found. */
function checkMap(row: Partial<IdentityProvider>): void {
  if (!row.makes_accounts) return;
  const { role_map: roles = [], mail_domains: domains = [] } = row;
  if (!row.role_claim) throw AppError.invalid({ role_claim: [message('required')] });
  if (roles.length === 0) throw AppError.invalid({ role_map: [message('required')] });
  const values = roles.map(({ value }) => value);
  if (new Set(values).size < values.length) throw AppError.unprocessable('repeated_item', undefined, 'role_map');
  const names = domains.map(({ domain = '' }) => foldText(domain));
  if (new Set(names).size < names.length) throw AppError.unprocessable('repeated_item', undefined, 'mail_domains');
  const wrong = names.find((domain) => !isMailDomain(domain));
  if (wrong !== undefined) throw AppError.unprocessable('mail_domain', { domain: wrong }, 'mail_domains');
  const isForCustomers = roles.some(({ role }) => isCustomer(role));
  if (isForCustomers && !row.enterprise_claim && domains.length === 0)
    throw AppError.unprocessable('enterprise_unmapped', undefined, 'enterprise_claim');
}

/** The stored values: the secret is encrypted, and an empty one keeps the present one. */
function stored({ client_secret, ...values }: FieldValues): FieldValues {
  return typeof client_secret === 'string' && client_secret !== ''
    ? { ...values, stored_secret: client_secret }
    : values;
}

/** Providers sign people in: only a SuperAdmin in their own, recent session sets them up (issue 35, section 1). */
export const identityProvider: EntityRules<'identity_provider'> = {
  async prepare(_caller, body, { context, id }) {
    // No token has a scope for providers; it is refused before any provider is asked.
    requireEntityScope(
      callerOf(context),
      context.contract.entity('identity_provider'),
      id === undefined ? 'create' : 'edit',
    );
    await requireRecentSignIn(context);
    const row = id === undefined ? undefined : await providerOf(context, id);
    if (id !== undefined && !row) return {};
    const before = row && settingsOf(context, row);
    const after = settingsAfter(body, before);
    // What is missing is refused with the other mistakes of the body.
    if (!URL.canParse(after.issuer) || !after.clientId || !after.secret) return {};
    if (isDeepStrictEqual(before, after)) return {};
    checkScopes(after.scopes);
    const mistake = await context.settings.checkProvider(after, redirectUri(context));
    if (mistake) {
      const values = { answer: mistake.answer, address: redirectUri(context) };
      throw AppError.unprocessable(`provider_${mistake.field}`, values, mistake.field);
    }
    return {};
  },
  async beforeCreate(context, values) {
    if (!values.client_secret) throw AppError.invalid({ client_secret: [message('required')] });
    checkMap(values as Partial<IdentityProvider>);
    await checkClosing(context, values as Partial<IdentityProvider>);
    return stored(values);
  },
  async beforeUpdate(context, row, values) {
    const after = { ...row, ...values } as IdentityProvider;
    checkMap(after);
    await checkClosing(context, after);
    return stored(values);
  },
  async beforeRemove(context) {
    if (callerOf(context).behalf_id) throw AppError.unprocessable('not_while_acting');
  },
  computed: {
    redirect_uri: { from: [], value: (_row, { publicUrl }) => loginAddress(publicUrl), isFilled: true },
    backchannel_uri: {
      from: [],
      value: (_row, { publicUrl }) => `${publicUrl}${oidcEndpoints.oidc_backchannel_logout.path}`,
      isFilled: true,
    },
  },
};
