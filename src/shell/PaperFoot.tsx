import { useState } from 'react';
import { createPortal } from 'react-dom';
import { zonedMomentText } from '../i18n/timeZone.ts';
import { usePrinting } from '../ui/print/printing.ts';

/** The heading of the record that is printed, or the title of the page. */
const pageTitle = (): string => document.querySelector('.record h2')?.textContent || document.title;

/** What a sheet is and where it is from: the title, the address, and the time at which it was printed. */
function Foot() {
  const [now] = useState(Date.now);
  return createPortal(
    <footer className="paperFoot">
      <div>
        <span>{pageTitle()}</span>
        <span translate="no">{window.location.href}</span>
        <span>{zonedMomentText(now)}</span>
      </div>
    </footer>,
    document.body,
  );
}

/** The foot of a page on paper. */
export const PaperFoot = () => (usePrinting() ? <Foot /> : null);
