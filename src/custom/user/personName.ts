import { text } from '../../i18n/text.ts';

interface Named {
  readonly name?: unknown;
  readonly nick_name?: unknown;
  readonly kind?: unknown;
}

/** The name of a user: the display name, otherwise the login name. The user of a service account is marked as one. */
export function personName({ nick_name, name, kind }: Named): string | null {
  const shown = (nick_name ?? name) as string | null;
  return kind === 'service' && shown !== null ? text().serviceToken.ofAccount(shown) : shown;
}
