import { Box, Link, Typography } from '@mui/material';
import dayjs, { type Dayjs } from 'dayjs';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { usePrinting } from '../../../ui/print/printing.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { nameOf } from '../../values/Cell.tsx';
import { numberText } from '../../values/format.ts';
import { useDetailsOf } from '../../values/useDetailsOf.ts';
import { useGoToListState } from '../views/useDisplay.ts';
import {
  type Day,
  dayName,
  dayOf,
  daysOfRecord,
  filterOfDays,
  mondayOf,
  monthName,
  shownBeside,
  timeOnDay,
  weekdayNames,
} from './days.ts';
import type { MonthProps } from './monthProps.ts';
import { RecordLink, type RecordPart } from './RecordLink.tsx';

/** The records of a day that are shown; the others are in the table. */
const mostOnDay = 3;

/** The day that a key leads to from another one; undefined for any other key. */
function dayByKey(key: string, from: Dayjs): Dayjs | undefined {
  const ways: Readonly<Record<string, Dayjs>> = {
    ArrowLeft: from.subtract(1, 'day'),
    ArrowRight: from.add(1, 'day'),
    ArrowUp: from.subtract(7, 'day'),
    ArrowDown: from.add(7, 'day'),
    Home: mondayOf(from),
    End: mondayOf(from).add(6, 'day'),
    PageUp: from.subtract(1, 'month'),
    PageDown: from.add(1, 'month'),
  };
  return ways[key];
}

const gridStyle = {
  width: { xs: 'calc(100% - 16px)', sm: 'calc(100% - 32px)' },
  mx: { xs: 1, sm: 2 },
  mb: 2,
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': { p: 0.75, textAlign: 'center', fontSize: 12, fontWeight: 500, color: 'text.secondary' },
  '& th, & td': { border: 1, borderColor: 'divider' },
  '& td': {
    height: 104,
    p: 0.5,
    verticalAlign: 'top',
    '&[data-other]': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  },
  '& td > div': { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '3px' },
  '@media print': { width: '100%', mx: 0, '& tr': { breakInside: 'avoid' }, '& td > div': { minHeight: '20mm' } },
} as const;

const numberStyle = {
  alignSelf: 'flex-end',
  minWidth: 24,
  px: 0.5,
  borderRadius: 99,
  textAlign: 'center',
  fontSize: 12,
  lineHeight: '24px',
  '&[data-today]': { bgcolor: 'secondary.main', color: 'secondary.contrastText', fontWeight: 650 },
} as const;

/** The day that the keys begin at: today if it is shown, else the first of the month. */
const firstDay = (month: Dayjs): Day => (dayjs().isSame(month, 'month') ? dayOf(new Date()) : dayOf(month));

/** A month as a grid of its weeks. The arrow keys move between days, and Enter opens what is on a day. */
export function MonthGrid({ entity, month, days, byDay, addressOf, onOpen, onMonth, opened }: MonthProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<Day>(firstDay(month));
  const [wanted, setWanted] = useState<Day>();
  const { filterValues } = useListContext();
  const goTo = useGoToListState();
  const isPrinting = usePrinting();
  const detailsOf = useDetailsOf();
  const shows = shownBeside(entity);
  const active = days.includes(current) ? current : firstDay(month);
  const words = text().display;
  const today = dayOf(new Date());
  const cellOf = (day: Day) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
  useEffect(() => {
    if (wanted === undefined) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${wanted}"]`);
    if (!cell) return;
    cell.focus();
    setWanted(undefined);
  }, [wanted, days]);
  const goToDay = (day: Dayjs) => {
    setCurrent(dayOf(day));
    setWanted(dayOf(day));
    if (!day.isSame(month, 'month')) onMonth(day.startOf('month'));
  };
  const openDay = (day: Day) => {
    const records = byDay.get(day) ?? [];
    const [only] = records;
    if (only && records.length === 1) onOpen(only.id);
    else cellOf(day)?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const press = (event: KeyboardEvent<HTMLElement>, day: Day) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isOnDay = event.target === event.currentTarget;
    const next = dayByKey(event.key, dayjs(day));
    if (next) goToDay(next);
    else if (event.key === 'Enter' && isOnDay) openDay(day);
    else if (event.key === 'Escape' && !isOnDay) cellOf(day)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shownOn = (day: Day): readonly RecordData[] => {
    const records = byDay.get(day) ?? [];
    return isPrinting || records.length <= mostOnDay ? records : records.slice(0, mostOnDay);
  };
  /** The days of a week, from one of them on, on which a record is in the same line. */
  const daysInLine = (record: RecordData, week: readonly Day[]): number => {
    // On paper a title has several lines, and those below it move.
    if (isPrinting) return 1;
    const [line, ...others] = week.map((day) => shownOn(day).indexOf(record));
    const end = others.findIndex((other) => other !== line);
    return end < 0 ? week.length : end + 1;
  };
  const partOn = (record: RecordData, day: Day, rest: readonly Day[]): RecordPart => {
    const [first, last] = daysOfRecord(entity, record) ?? [day, day];
    const isTitled = first === day || rest.length === 7;
    return { isTitled, isBegun: first < day, goesOn: day < last, days: isTitled ? daysInLine(record, rest) : 1 };
  };
  const cell = (day: Day, at: number, week: readonly Day[]) => {
    const records = byDay.get(day) ?? [];
    const shown = shownOn(day);
    const more = numberText(records.length - shown.length);
    const tabIndex = day === active ? 0 : -1;
    return (
      <td
        key={day}
        data-day={day}
        data-other={dayjs(day).isSame(month, 'month') ? undefined : true}
        aria-current={day === today ? 'date' : undefined}
        aria-label={`${dayName(day)}: ${words.days(numberText(records.length))}`}
        tabIndex={tabIndex}
        onFocus={() => setCurrent(day)}
        onKeyDown={(event) => press(event, day)}
      >
        <div>
          <Typography component="span" aria-hidden data-today={day === today || undefined} sx={numberStyle}>
            {dayjs(day).date()}
          </Typography>
          {shown.map((record) => (
            <RecordLink
              key={record.id}
              entity={entity}
              record={record}
              addressOf={addressOf}
              onOpen={onOpen}
              isOpen={record.id === opened}
              time={timeOnDay(entity, record, day)}
              details={detailsOf(entity, shows, record, nameOf(entity, record))}
              tabIndex={tabIndex}
              part={partOn(record, day, week.slice(at))}
            />
          ))}
          {shown.length < records.length && (
            <Link
              component="button"
              type="button"
              tabIndex={tabIndex}
              aria-label={words.moreOn(more, dayName(day))}
              onClick={() => goTo({ filter: filterOfDays(entity, filterValues, day, day), display: 'table' })}
              sx={{ fontSize: 12, textAlign: 'left', px: 1, minHeight: 24 }}
            >
              {words.more(more)}
            </Link>
          )}
        </div>{' '}
      </td>
    );
  };
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <Box component="table" ref={grid} role="grid" aria-label={monthName(month)} sx={gridStyle}>
      <thead>
        <tr>
          {weekdayNames().map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              <span aria-hidden>{short}</span>
              <Box component="span" sx={visuallyHidden}>
                {long}
              </Box>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map(cell)}</tr>
        ))}
      </tbody>
    </Box>
  );
}
