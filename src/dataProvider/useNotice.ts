import { useCallback, useMemo } from 'react';
import { type NotificationType, useNotify } from 'react-admin';
import { text } from '../i18n/text.ts';

/** Tells the user something in words that are in their language already, by react-admin's notifications. */
export function useNotice() {
  const notify = useNotify();
  const tell = useCallback(
    (message: string, type: NotificationType) => notify(message, { type, messageArgs: { _: message } }),
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

/** Puts a text onto the clipboard and says so; a browser that does not allow it, as without TLS, is told of too. */
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
