/** The answer that starts a sign-in at an external provider. */
export interface ProviderJump {
  readonly url: string;
  /** Sent back when the provider returns: only the browser that began a sign-in can finish it (C19). */
  readonly verifier: string;
}

const verifierKey = 'licence.jump';

/** Goes to the provider. The verifier stays in this tab for the way back. */
export function followProviderJump({ url, verifier }: ProviderJump): void {
  sessionStorage.setItem(verifierKey, verifier);
  window.location.assign(url);
}

/** True in this tab while somebody is on their way to link an account to their session. */
const linkKey = 'licence.jump.link';

/** Goes to the provider to link an account to the present session. */
export function followLinkJump(jump: ProviderJump): void {
  sessionStorage.setItem(linkKey, '1');
  followProviderJump(jump);
}

/** Returns what was begun in this tab and forgets it: the verifier, and whether an account is linked. */
export function takeJump(): { readonly verifier: string | undefined; readonly isLink: boolean } {
  const isLink = sessionStorage.getItem(linkKey) !== null;
  sessionStorage.removeItem(linkKey);
  return { verifier: takeVerifier(), isLink };
}

/** Returns the verifier of the sign-in that began in this tab and removes it; undefined if none began here. */
export function takeVerifier(): string | undefined {
  const verifier = sessionStorage.getItem(verifierKey) ?? undefined;
  sessionStorage.removeItem(verifierKey);
  return verifier;
}
