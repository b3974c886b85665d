import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { saveLanguage } from '../../i18n/language.ts';
import { skipLeaveWarning } from '../../ui/dialog/unsaved.ts';

/** Changes the language: saves it, sends it to the server and reloads the page (R-I18N-05, C18). */
export function useChangeLanguage() {
  const data = useConsoleDataProvider();
  const acting = isActing(useSession());
  return async (language: StoredLanguage) => {
    saveLanguage(language);
    // While acting the account belongs to the customer, and so does the language of its mails.
    if (!acting) await data.call('user_update_config', { body: { language }, quiet: true }).catch(() => undefined);
    skipLeaveWarning();
    window.location.reload();
  };
}
