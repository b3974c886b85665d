import { useState } from 'react';
import { zonedMomentText } from '../i18n/timeZone.ts';
import { usePrinting } from '../ui/print/printing.ts';

/** What a sheet is and where it is from: the title, the address, and the time at which it was printed. */
function Foot() {
  const [now] = useState(Date.now);
  return (
    <footer className="paperFoot">
      <span>{document.title}</span>
      <span translate="no">{window.location.href}</span>
      <span>{zonedMomentText(now)}</span>
    </footer>
  );
}

/** The foot of a page on paper. */
export const PaperFoot = () => (usePrinting() ? <Foot /> : null);
