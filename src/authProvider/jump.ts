/** What the jump to a provider answers a page. */
export interface Jump {
  readonly url: string;
  /** Shown again when the provider leads back: only the browser that began a sign-in can end it (C19). */
  readonly verifier: string;
}

const key = 'licence.jump';

/** Leaves for the provider. What has to be known on the way back stays in this tab. */
export function follow({ url, verifier }: Jump): void {
  sessionStorage.setItem(key, verifier);
  window.location.assign(url);
}

/** What the jump of this tab told, once; undefined where none began here. */
export function takeVerifier(): string | undefined {
  const verifier = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return verifier;
}
