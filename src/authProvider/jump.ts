/** What the jump to a provider answers a page. */
export interface ProviderJump {
  readonly url: string;
  /** Shown again when the provider leads back: only the browser that began a sign-in can end it (C19). */
  readonly verifier: string;
}

const verifierKey = 'licence.jump';

/** Leaves for the provider. What has to be known on the way back stays in this tab. */
export function followProviderJump({ url, verifier }: ProviderJump): void {
  sessionStorage.setItem(verifierKey, verifier);
  window.location.assign(url);
}

/** What the jump of this tab told, once; undefined where none began here. */
export function takeVerifier(): string | undefined {
  const verifier = sessionStorage.getItem(verifierKey) ?? undefined;
  sessionStorage.removeItem(verifierKey);
  return verifier;
}
