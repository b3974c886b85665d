/**
 * The codes with which the server asks a person to show again that it is them, by what their account can answer with
 * (docs/decisions/0113). Each is a message of the catalogue.
 */
export const identityProofs = [
  'confirm_with_code',
  'confirm_with_password',
  'confirm_by_sign_in',
  'confirm_with_passkey',
] as const;

export type IdentityProof = (typeof identityProofs)[number];

/** True for a code that asks a person to show again that it is them. */
export const isIdentityProof = (code: unknown): code is IdentityProof => identityProofs.some((one) => one === code);
