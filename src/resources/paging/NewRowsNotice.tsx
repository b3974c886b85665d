import { Box, Button, type ButtonProps } from '@mui/material';
import { useRef, useSyncExternalStore } from 'react';
import { useListContext } from 'react-admin';
import {
  type PendingChanges,
  pendingChangesOf,
  subscribePendingChanges,
} from '../../dataProvider/live/pendingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { numberText } from '../values/format.ts';

/** The notice overlaps the line between tools and rows (on a phone it is at the bottom), so that it moves no row. */
const noticeStyle = {
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

const buttonStyle = {
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

/** The pending changes by others to these rows, if any. */
export const usePendingChanges = (rows: readonly object[] | undefined): PendingChanges | undefined =>
  useSyncExternalStore(subscribePendingChanges, () => pendingChangesOf(rows));

/** Shows the number of changes by others; a click loads them. */
export const NewRowsButton = ({ pending, ...look }: { pending: PendingChanges } & ButtonProps) => (
  <Button color="inherit" onClick={pending.load} {...look}>
    {pending.count > 0 ? text().list.newRows(numberText(pending.count)) : text().list.changedRows}
  </Button>
);

/** Inside a record or a dialog the notice overlaps the line above the rows, on a phone as well. */
const innerNoticeStyle = { ...noticeStyle, position: 'relative', top: 0, bottom: 'auto' } as const;

interface NewRowsNoticeProps {
  rows: readonly object[] | undefined;
  isInner?: boolean;
}

/** Says that others have changed the rows, and loads them on click; the focus stays here (D3). */
export function NewRowsNotice({ rows, isInner = false }: NewRowsNoticeProps) {
  const pending = usePendingChanges(rows);
  const region = useRef<HTMLDivElement>(null);
  const load = () => {
    region.current?.focus({ preventScroll: true });
    pending?.load();
  };
  return (
    <Box ref={region} role="status" aria-live="polite" tabIndex={-1} sx={isInner ? innerNoticeStyle : noticeStyle}>
      {pending && <NewRowsButton pending={pending} variant="outlined" onClick={load} sx={buttonStyle} />}
    </Box>
  );
}

/** The notice for the current list. */
export const ListNewRowsNotice = ({ isInner = false }: Pick<NewRowsNoticeProps, 'isInner'>) => (
  <NewRowsNotice rows={useListContext<RecordData>().data} isInner={isInner} />
);
