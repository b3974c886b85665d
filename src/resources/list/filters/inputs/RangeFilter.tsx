import { Skeleton } from '@mui/material';
import dayjs from 'dayjs';
import { Suspense } from 'react';
import { text } from '../../../../i18n/text.ts';
import { OnRendered } from '../../../../ui/deferred/OnRendered.tsx';
import { lazyChunk } from '../../../../ui/lazyChunk.ts';
import { FilterButton } from '../FilterButton.tsx';
import type { Range } from './range.ts';

const RangePicker = lazyChunk(() => import('./RangePicker.tsx'));

const dayOf = (value: string | undefined): string => (value ? dayjs(value).format('YYYY-MM-DD') : '…');

interface Props {
  label: string;
  range: Range;
  /** True for dates without times. */
  isDay: boolean;
  isNew?: boolean | undefined;
  onChange: (range: Range) => void;
}

/** The skeleton is as large as the picker that replaces it, so that nothing grows under the pointer. */
const pickerSize = {
  m: 1.5,
  width: { xs: 'min(100vw - 56px, 320px)', sm: 430 },
  height: { xs: 430, sm: 370 },
  '@media (min-width:750px)': { width: 758 },
} as const;

const PickerSkeleton = () => (
  <Skeleton variant="rounded" role="progressbar" aria-label={text().range.loading} sx={pickerSize} />
);

/** The date-time filter of a list: a button with the chosen range, which opens the picker (R-TABLE-04). */
export function RangeFilter({ label, range, isDay, isNew, onChange }: Props) {
  const { start_at, end_at } = range;
  const rangeText = start_at || end_at ? `${dayOf(start_at)} – ${dayOf(end_at)}` : text().range.any;
  return (
    <FilterButton label={label} isNew={isNew} summary={text().list.filterText(label, rangeText)}>
      {(close, place) => (
        <Suspense fallback={<PickerSkeleton />}>
          {/* The popover was placed for the skeleton, and the picker is wider: place it again. */}
          <OnRendered onRendered={place}>
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
