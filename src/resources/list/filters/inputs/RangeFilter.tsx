import { Skeleton } from '@mui/material';
import dayjs from 'dayjs';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { text } from '../../../../i18n/text.ts';
import { lazyChunk } from '../../../../ui/lazyChunk.ts';
import { FilterButton } from '../FilterButton.tsx';
import type { Range } from './range.ts';

const RangePicker = lazyChunk(() => import('./RangePicker.tsx'));

const dayOf = (value: string | undefined): string => (value ? dayjs(value).format('YYYY-MM-DD') : '…');

/** Tells when what it holds is drawn, which may be later than itself. */
function OnRendered({ tell, children }: { tell: () => void; children: ReactNode }) {
  const told = useRef(tell);
  useEffect(() => told.current(), []);
  return children;
}

interface Props {
  label: string;
  range: Range;
  /** Days alone, without times. */
  isDay: boolean;
  isNew?: boolean | undefined;
  onChange: (range: Range) => void;
}

/** As large as what comes in its place: the page below is covered at once, and nothing grows under the pointer. */
const pickerSize = {
  m: 1.5,
  width: { xs: 'min(100vw - 56px, 320px)', sm: 430 },
  height: { xs: 430, sm: 370 },
  '@media (min-width:750px)': { width: 758 },
} as const;

const PickerSkeleton = () => (
  <Skeleton variant="rounded" role="progressbar" aria-label={text().range.loading} sx={pickerSize} />
);

/** The date-time range of a list: what is chosen, and the picker behind it (R-TABLE-04). */
export function RangeFilter({ label, range, isDay, isNew, onChange }: Props) {
  const { start_at, end_at } = range;
  const said = start_at || end_at ? `${dayOf(start_at)} – ${dayOf(end_at)}` : text().range.any;
  return (
    <FilterButton label={label} isNew={isNew} summary={text().list.filterText(label, said)}>
      {(close, place) => (
        <Suspense fallback={<PickerSkeleton />}>
          {/* It was placed for what stood there while this was loading, and this is wider. */}
          <OnRendered tell={place}>
            <RangePicker
              range={range}
              isDay={isDay}
              onChange={(next) => {
                onChange(next);
                close();
              }}
            />
          </OnRendered>
        </Suspense>
      )}
    </FilterButton>
  );
}
