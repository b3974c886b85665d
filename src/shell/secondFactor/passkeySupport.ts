/**
 * Why this page cannot use passkeys.
 * @param origin the only origin at which they work, if there is one
 * @returns undefined if it can
 */
export function passkeyObstacle(origin: string | null | undefined): 'off' | 'elsewhere' | 'unsupported' | undefined {
  if (!origin) return 'off';
  if (origin !== window.location.origin) return 'elsewhere';
  return 'PublicKeyCredential' in window ? undefined : 'unsupported';
}
