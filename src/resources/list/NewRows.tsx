import { Box, Button } from '@mui/material';
import { useRef, useSyncExternalStore } from 'react';
import { useListContext } from 'react-admin';
import { heldOf, subscribeHeld } from '../../dataProvider/live/held.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text } from '../../i18n/text.ts';
import { numberText } from '../format.ts';

/** It lies over the line between tools and rows, on a phone at the foot, so that no row moves because it comes. */
const place = {
  position: { xs: 'fixed', sm: 'sticky' },
  top: { sm: 'calc(var(--header-height, 60px) + 20px)' },
  bottom: { xs: 72 },
  insetInline: { xs: 0 },
  zIndex: 6,
  height: 0,
  display: 'flex',
  justifyContent: 'center',
  outline: 'none',
} as const;

const pill = {
  flexShrink: 0,
  transform: 'translateY(-65%)',
  borderColor: 'divider',
  height: { xs: 44, sm: 30 },
  px: 2,
  borderRadius: 99,
  bgcolor: 'background.paper',
  boxShadow: 3,
  '&:hover': { bgcolor: 'background.paper' },
} as const;

/** Says that others have changed the list, and shows it as it is now once it is pressed; the keyboard stays here (D3). */
export function NewRows() {
  const { data } = useListContext<RecordData>();
  const held = useSyncExternalStore(subscribeHeld, () => heldOf(data));
  const region = useRef<HTMLDivElement>(null);
  const load = () => {
    region.current?.focus({ preventScroll: true });
    held?.load();
  };
  return (
    <Box ref={region} role="status" aria-live="polite" tabIndex={-1} sx={place}>
      {held && (
        <Button variant="outlined" color="inherit" onClick={load} sx={pill}>
          {held.count > 0 ? text().list.newRows(numberText(held.count)) : text().list.changedRows}
        </Button>
      )}
    </Box>
  );
}
