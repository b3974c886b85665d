import { Box, Button, TextField, useMediaQuery } from '@mui/material';
import dayjs from 'dayjs';
import { type FormEvent, useState } from 'react';
import type { DateRange } from 'react-day-picker';
import { translateMessage } from '../../../../../contract/messages/catalogue.ts';
import { message } from '../../../../../contract/messages/message.ts';
import { language } from '../../../../i18n/language.ts';
import { text } from '../../../../i18n/text.ts';
import Calendar from '../../../input/dates/Calendar.tsx';
import type { Range } from './range.ts';

/** The shortcuts back from today, with their days (SPEC 5 and 9, R-VALID-12). */
const shortcuts = [
  ['lastWeek', 7],
  ['lastMonth', 30],
  ['lastThreeMonths', 90],
] as const;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

const toUtcSeconds = (moment: dayjs.Dayjs): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z');
const timeOf = (value: string | undefined, otherwise: string): string =>
  value ? dayjs(value).format('HH:mm:ss') : otherwise;
const dateOf = (value: string | undefined): Date | undefined => (value ? dayjs(value).toDate() : undefined);
const dateTimeAt = (day: Date, time: string): string =>
  toUtcSeconds(dayjs(`${dayjs(day).format('YYYY-MM-DD')}T${time}`));

function TimeInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const isInvalid = !timePattern.test(value);
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isInvalid}
      helperText={isInvalid ? translateMessage(message('time'), language()) : ' '}
      slotProps={{ htmlInput: { maxLength: 8, inputMode: 'numeric' } }}
    />
  );
}

interface Props {
  range: Range;
  /** True for dates without times, which may be in the future, such as a due date. */
  isDay: boolean;
  onChange: (range: Range) => void;
}

const isoDay = (day: dayjs.ConfigType): string => dayjs(day).format('YYYY-MM-DD');

/** Picks two days with times. Future days are disabled, except for dates without times (R-VALID-11 to R-VALID-13). */
export default function RangePicker({ range, isDay, onChange }: Props) {
  const [days, setDays] = useState<DateRange | undefined>({ from: dateOf(range.start_at), to: dateOf(range.end_at) });
  const [from, setFrom] = useState(timeOf(range.start_at, '00:00:00'));
  const [to, setTo] = useState(timeOf(range.end_at, '23:59:59'));
  const wide = useMediaQuery('(min-width:750px)');
  const words = text().range;
  const first = days?.from;
  const ready = first && timePattern.test(from) && timePattern.test(to);
  const applyLastDays = (count: number) => {
    const [start, end] = [dayjs().subtract(count, 'day').startOf('day'), dayjs().endOf('day')];
    onChange(
      isDay
        ? { start_at: isoDay(start), end_at: isoDay(end) }
        : { start_at: toUtcSeconds(start), end_at: toUtcSeconds(end) },
    );
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    const end = days?.to ?? first;
    onChange(
      isDay
        ? { start_at: isoDay(first), end_at: isoDay(end) }
        : { start_at: dateTimeAt(first, from), end_at: dateTimeAt(end, to) },
    );
  };
  return (
    <Box
      component="form"
      onSubmit={apply}
      noValidate
      sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'row', sm: 'column' },
          alignItems: 'stretch',
          gap: 0.5,
          p: 1.5,
          borderRight: { sm: 1 },
          borderColor: { sm: 'divider' },
        }}
      >
        {shortcuts.map(([name, count]) => (
          <Button
            key={name}
            onClick={() => applyLastDays(count)}
            sx={{ justifyContent: 'flex-start', whiteSpace: 'nowrap' }}
          >
            {words[name]}
          </Button>
        ))}
      </Box>
      <Box sx={{ p: 1.5, ...(wide && { '& .rdp-months': { flexWrap: 'nowrap' } }) }}>
        <Calendar
          mode="range"
          numberOfMonths={wide ? 2 : 1}
          defaultMonth={dayjs(first)
            .subtract(wide ? 1 : 0, 'month')
            .toDate()}
          {...(!isDay && { endMonth: new Date(), disabled: { after: new Date() } })}
          selected={days}
          onSelect={setDays}
          resetOnSelect
        />
        <Box
          sx={{
            display: 'grid',
            gap: 1,
            mt: 1.5,
            alignItems: 'start',
            gridTemplateColumns: wide ? '1fr 1fr auto auto' : '1fr 1fr',
            // No wider than the calendar, so that a message does not push the buttons out of the window.
            width: 0,
            minWidth: '100%',
          }}
        >
          {isDay ? <span /> : <TimeInput label={words.fromTime} value={from} onChange={setFrom} />}
          {isDay ? <span /> : <TimeInput label={words.toTime} value={to} onChange={setTo} />}
          <Button sx={{ height: 38 }} onClick={() => onChange({ start_at: undefined, end_at: undefined })}>
            {words.clear}
          </Button>
          <Button sx={{ height: 38 }} type="submit" variant="contained" disabled={!ready}>
            {words.apply}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
