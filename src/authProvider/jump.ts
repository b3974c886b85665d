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

/** Returns the verifier of the sign-in that began in this tab and removes it; undefined if none began here. */
export function takeVerifier(): string | undefined {
  const verifier = sessionStorage.getItem(verifierKey) ?? undefined;
  sessionStorage.removeItem(verifierKey);
  return verifier;
}
