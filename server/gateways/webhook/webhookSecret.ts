import { randomBytes } from 'node:crypto';

/** How a secret begins (Standard Webhooks 1.0.0). */
export const secretPrefix = 'whsec_';

/**
 * Creates a secret for symmetric signatures (`v1`).
 * @returns `whsec_` and 32 random bytes in base64
 */
export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;
