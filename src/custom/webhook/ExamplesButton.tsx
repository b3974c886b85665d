import { Button } from '@mui/material';
import { useState } from 'react';
import { text } from '../../i18n/text.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const ExamplesDialog = lazyChunk(() => import('./ExamplesDialog.tsx'));

/** Opens the list of events, each with an example of what is sent. */
export default function ExamplesButton({ look = 'outlined' }: { look?: 'outlined' | 'text' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={look} size={look === 'text' ? 'small' : undefined} onClick={() => setOpen(true)}>
        {text().webhook.examples}
      </Button>
      {isOpen && <ExamplesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
