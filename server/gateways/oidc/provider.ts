/** The product as a client of an OpenID Connect provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly scopes: string;
}

/** A mistake of a provider's settings, at the field that has to change, with what the provider answered. */
export interface SettingsMistake {
  readonly field: 'issuer' | 'client_id' | 'client_secret' | 'scopes' | 'redirect_uri';
  readonly answer: string;
}

/**
 * True if the client authenticates by HTTP Basic, as it does without a list (OpenID Connect Discovery 1.0, 3).
 * @param methods the value of `token_endpoint_auth_methods_supported`
 */
export const usesBasic = (methods: unknown): boolean =>
  !Array.isArray(methods) || methods.includes('client_secret_basic');

/** The address of the configuration of an issuer (OpenID Connect Discovery 1.0, 4). */
export const configurationAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
