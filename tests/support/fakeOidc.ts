import { randomUUID } from 'node:crypto';
import type { OidcClient } from '../../server/gateways/oidc/oidcClient.ts';

/**
 * Providers without a network: every one accepts its settings, and a code is the subject of whoever signs in. The mail
 * address of a person is verified where the code is one.
 */
export const fakeOidc: OidcClient = {
  check: async () => undefined,
  configuration: async ({ issuer }) => ({ issuer }),
  begin: async ({ issuer }) => {
    const state = randomUUID();
    return { state, nonce: 'nonce', codeVerifier: 'verifier', url: `${issuer}/authorize?state=${state}` };
  },
  finish: async ({ issuer }, returned) => {
    const sub = returned.searchParams.get('code') ?? 'nobody';
    const claims = { iss: issuer, sub, ...(sub.includes('@') && { email: sub, email_verified: true }) };
    return { claims, idToken: `token of ${sub}` };
  },
  logoutUrl: async ({ issuer }, _idToken, returnTo) => `${issuer}/logout?post_logout_redirect_uri=${returnTo}`,
  readLogoutClaim: (token) =>
    token === 'a logout token' ? { issuer: 'https://id.example', audiences: ['a'] } : undefined,
  verifyLogout: async () => ({ jti: randomUUID(), sub: 'subject' }),
};
