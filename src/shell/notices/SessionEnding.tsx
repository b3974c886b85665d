import { useEffect } from 'react';
import type { Session } from '../../authProvider/session.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { dateTimeText } from '../../resources/values/format.ts';

/** How long before the end of the session the warning appears, in milliseconds. */
const warningMs = 5 * 60_000;
/** The longest delay of a browser timer, in milliseconds. */
const maxTimeout = 2 ** 31 - 1;

/** Warns five minutes before the session ends. */
export function SessionEnding({ session }: { session: Session }) {
  const notice = useNotice();
  const end = Date.parse(session.expires_at);
  useEffect(() => {
    const wait = end - warningMs - Date.now();
    if (Number.isNaN(end) || wait > maxTimeout) return;
    const timer = setTimeout(
      () => notice.warning(text().header.ending(dateTimeText(new Date(end).toISOString()))),
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [end, notice]);
  return null;
}
