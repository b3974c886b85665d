import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { AppDialog, DialogBody } from '../../../ui/dialog/AppDialog.tsx';
import { useRecordDrawer } from './RecordDrawerContext.ts';
import { RecordHead } from './RecordHead.tsx';

/** It scrolls by itself: what sticks in it sticks to its own top. */
const bodyStyle = {
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  px: { xs: 2, sm: 3 },
  py: 2.5,
  '--header-height': '0px',
} as const;

interface Props {
  title: string | undefined;
  chip: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A record beside its list, or where it is opened from within another dialog, a dialog over that one. */
export function RecordFrame({ title, chip, onClose, children }: Props) {
  const place = useRecordDrawer();
  if (!place)
    return (
      <AppDialog title={title ?? ''} width={900} onClose={onClose}>
        <DialogBody>{children}</DialogBody>
      </AppDialog>
    );
  return (
    <>
      <RecordHead title={title} chip={chip} />
      <Box sx={bodyStyle}>{children}</Box>
    </>
  );
}
