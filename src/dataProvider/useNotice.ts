import { useCallback, useMemo } from 'react';
import { type NotificationType, useNotify } from 'react-admin';
import { text } from '../i18n/text.ts';

/** Shows messages that are already in the user's language, through react-admin's notifications; an empty one shows nothing. */
export function useNotice() {
  const notify = useNotify();
  const tell = useCallback(
    (message: string, type: NotificationType) => {
      if (message !== '') notify(message, { type, messageArgs: { _: message } });
    },
    [notify],
  );
  return useMemo(
    () => ({
      success: (message: string) => tell(message, 'success'),
      error: (message: string) => tell(message, 'error'),
      warning: (message: string) => tell(message, 'warning'),
    }),
    [tell],
  );
}

/** Copies a text to the clipboard and confirms it, or says that the browser does not allow it, as without TLS. */
export function useCopyToClipboard(): (content: string) => Promise<void> {
  const notice = useNotice();
  return async (content) => {
    try {
      await navigator.clipboard.writeText(content);
      notice.success(text().actions.copied);
    } catch {
      notice.error(text().errors.copy);
    }
  };
}
