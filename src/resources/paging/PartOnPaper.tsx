import { Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { usePrinting } from '../../ui/print/printing.ts';
import { numberText } from '../values/format.ts';
import type { DrawnRows } from './useWholeOnPaper.ts';

/** On paper, how many rows of a list are on the sheet, if they are not all. The printing waits for those that come. */
export function PartOnPaper({ rows, total, isComing }: DrawnRows<unknown>) {
  const isPrinting = usePrinting();
  if (!isPrinting || rows.length >= total) return null;
  return (
    <Typography variant="body2" data-coming={isComing || undefined} sx={{ mt: 1, fontWeight: 600 }}>
      {text().list.partOnPaper(numberText(rows.length), numberText(total))}
    </Typography>
  );
}
