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

/** It lies over the line between tools and rows, on a phone at the foot, so that no row moves because it comes. */
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

/** What others have changed of the rows that stand here, where something waits. */
export const usePendingChanges = (rows: readonly object[] | undefined): PendingChanges | undefined =>
  useSyncExternalStore(subscribePendingChanges, () => pendingChangesOf(rows));

/** Says what others have changed, and shows it once it is pressed. */
export const NewRowsButton = ({ held, ...look }: { held: PendingChanges } & ButtonProps) => (
  <Button color="inherit" onClick={held.load} {...look}>
    {held.count > 0 ? text().list.newRows(numberText(held.count)) : text().list.changedRows}
  </Button>
);

/** Within a record or a dialog it lies over the line above the rows, on a phone as well. */
const innerNoticeStyle = { ...noticeStyle, position: 'relative', top: 0, bottom: 'auto' } as const;

interface NewRowsNoticeProps {
  rows: readonly object[] | undefined;
  isInner?: boolean;
}

/** Says that others have changed the rows, and shows them as they are now once it is pressed; the keyboard stays here (D3). */
export function NewRowsNotice({ rows, isInner = false }: NewRowsNoticeProps) {
  const held = usePendingChanges(rows);
  const region = useRef<HTMLDivElement>(null);
  const load = () => {
    region.current?.focus({ preventScroll: true });
    held?.load();
  };
  return (
    <Box ref={region} role="status" aria-live="polite" tabIndex={-1} sx={isInner ? innerNoticeStyle : noticeStyle}>
      {held && <NewRowsButton held={held} variant="outlined" onClick={load} sx={buttonStyle} />}
    </Box>
  );
}

/** The same for the list around. */
export const ListNewRowsNotice = ({ isInner = false }: Pick<NewRowsNoticeProps, 'isInner'>) => (
  <NewRowsNotice rows={useListContext<RecordData>().data} isInner={isInner} />
);
