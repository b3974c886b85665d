import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { AppDialog, DialogBody } from '../../../ui/dialog/AppDialog.tsx';
import { useRecordDrawer } from './RecordDrawerContext.ts';
import { RecordHead } from './RecordHead.tsx';

/** The body scrolls by itself, so sticky elements stick to its top. */
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

/** The frame of a record: the drawer next to its list, or a dialog if it was opened from another dialog. */
export function RecordFrame({ title, chip, onClose, children }: Props) {
  const drawer = useRecordDrawer();
  if (!drawer)
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
