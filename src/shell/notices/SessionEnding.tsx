import { useEffect } from 'react';
import type { Session } from '../../authProvider/session.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { momentText } from '../../resources/values/format.ts';

/** How long before its end a session says so, in milliseconds. */
const ahead = 5 * 60_000;
/** The longest that a timer can wait. */
const longest = 2 ** 31 - 1;

/** Says that the session ends, five minutes before it does. */
export function SessionEnding({ session }: { session: Session }) {
  const notice = useNotice();
  const end = Date.parse(session.expires_at);
  useEffect(() => {
    const wait = end - ahead - Date.now();
    if (Number.isNaN(end) || wait > longest) return;
    const timer = setTimeout(
      () => notice.warning(text().header.ending(momentText(new Date(end).toISOString()))),
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [end, notice]);
  return null;
}
