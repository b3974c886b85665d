import { language } from '../../../i18n/language.ts';
import { pageData } from '../../../i18n/page/pageData.ts';

/** A sign-in provider, as the server writes it into the page: its button needs no request. */
export interface OfferedProvider {
  readonly id: number;
  readonly label_en: string;
  readonly label_zh: string;
}

/** The providers that the page came with; none if it came without them. */
export function offeredProviders(): readonly OfferedProvider[] {
  return pageData<readonly OfferedProvider[]>('sign-in-providers', []);
}

export const providerLabel = (provider: Omit<OfferedProvider, 'id'>): string =>
  language() === 'zh' ? provider.label_zh : provider.label_en;

/** True if a provider has sent the browser back to this page (OpenID Connect Core 1.0, 3.1.2.5). */
export function isProviderReturn(): boolean {
  const parameters = new URLSearchParams(window.location.search);
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}
