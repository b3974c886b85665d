import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import { Box, Button, CircularProgress, Popover, type PopoverActions } from '@mui/material';
import dayjs from 'dayjs';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { lazyChunk } from '../loadChunk.ts';

const RangePicker = lazyChunk(() => import('./RangePicker.tsx'));

/** Two moments as the list takes them: UTC without milliseconds (R-VALID-14). */
export interface Range {
  readonly start_at?: string | undefined;
  readonly end_at?: string | undefined;
}

const dayOf = (value: string | undefined): string => (value ? dayjs(value).format('YYYY-MM-DD') : '…');

/** Tells when what it holds is drawn, which may be later than itself. */
function Drawn({ tell, children }: { tell: () => void; children: ReactNode }) {
  const told = useRef(tell);
  useEffect(() => told.current(), []);
  return children;
}

/** The date-time range of a list: what is chosen, and the picker behind it (R-TABLE-04). */
export function RangeFilter({
  label,
  range,
  isDay,
  onChange,
}: {
  label: string;
  /** Days alone, without times. */
  isDay: boolean;
  range: Range;
  onChange: (range: Range) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const popover = useRef<PopoverActions>(null);
  const chosen = range.start_at || range.end_at;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        startIcon={<CalendarMonthOutlined fontSize="small" />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          height: 38,
          px: 1.5,
          borderColor: chosen ? 'secondary.main' : 'action.disabled',
          fontWeight: 400,
          whiteSpace: 'nowrap',
        }}
      >
        {label}: {chosen ? `${dayOf(range.start_at)} – ${dayOf(range.end_at)}` : text().range.any}
      </Button>
      <Popover
        open={anchor !== null}
        action={popover}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5 } } }}
      >
        <Suspense
          fallback={
            <Box sx={{ p: 6, display: 'grid', placeItems: 'center' }}>
              <CircularProgress size={28} aria-label={text().range.loading} />
            </Box>
          }
        >
          {/* It was placed for what stood there while this was loading, and this is wider. */}
          <Drawn tell={() => popover.current?.updatePosition()}>
            <RangePicker
              range={range}
              isDay={isDay}
              onChange={(next) => {
                onChange(next);
                close();
              }}
            />
          </Drawn>
        </Suspense>
      </Popover>
    </>
  );
}
