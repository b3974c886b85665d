import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useConsoleData } from '../../dataProvider/useCall.ts';
import { keepLanguage } from '../../i18n/language.ts';

/** A change of language is kept, told to the server, and loads the page anew (R-I18N-05, C18). */
export function useChangeLanguage() {
  const data = useConsoleData();
  const acting = isActing(useSession());
  return async (language: StoredLanguage) => {
    keepLanguage(language);
    // While acting the account is the customer's, and so is the language of its mails.
    if (!acting) await data.call('user_update_config', { body: { language }, quiet: true }).catch(() => undefined);
    window.location.reload();
  };
}
