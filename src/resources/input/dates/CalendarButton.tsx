import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import { Box, IconButton, Popover, type PopoverActions } from '@mui/material';
import { Suspense, useRef, useState } from 'react';
import type { DayPickerProps } from 'react-day-picker';
import { text } from '../../../i18n/text.ts';
import { OnRendered } from '../../../ui/deferred/OnRendered.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';

const Calendar = lazyChunk(() => import('./Calendar.tsx'));

interface Props {
  /** The label of the input that the day is for. */
  label: string;
  disabled: boolean;
  /**
   * The props of the calendar.
   * @param close Closes the calendar.
   */
  calendar: (close: () => void) => DayPickerProps;
}

/** A button that opens a calendar below it; Escape returns the focus to the button. */
export function CalendarButton({ label, disabled, calendar }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const popover = useRef<PopoverActions>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        size="small"
        edge="end"
        disabled={disabled}
        aria-label={text().range.pick(label)}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <CalendarMonthOutlined fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        action={popover}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Suspense fallback={<Box sx={{ width: 280, height: 300 }} />}>
          <OnRendered onRendered={() => popover.current?.updatePosition()}>
            <Box sx={{ p: 1.5 }}>
              <Calendar {...calendar(close)} />
            </Box>
          </OnRendered>
        </Suspense>
      </Popover>
    </>
  );
}
