import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { zonedMomentText } from '../i18n/timeZone.ts';
import { usePrinting } from '../ui/print/printing.ts';

/** The heading of what is printed: a dialog, or else the record below it, or else the title of the page. */
const pageTitle = (): string =>
  (document.querySelector('.MuiDialog-root h2') ?? document.querySelector('.record h2'))?.textContent || document.title;

/** What a sheet is and where it is from: the title, the address, and the time at which it was printed. */
function Foot() {
  const [now] = useState(Date.now);
  const [title, setTitle] = useState('');
  // The heading on paper may differ from the one on the screen; it is drawn together with this foot.
  useLayoutEffect(() => setTitle(pageTitle()), []);
  return createPortal(
    <footer className="paperFoot">
      <div>
        <span>{title}</span>
        <span translate="no">{window.location.href}</span>
        <span>{zonedMomentText(now)}</span>
      </div>
    </footer>,
    document.body,
  );
}

/** The foot of a page on paper. */
export const PaperFoot = () => (usePrinting() ? <Foot /> : null);
