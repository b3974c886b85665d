import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import { Box, IconButton, InputAdornment, Popover, TextField } from '@mui/material';
import dayjs from 'dayjs';
import { Suspense, useEffect, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { lazyChunk } from '../loadChunk.ts';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';

const Calendar = lazyChunk(() => import('./Calendar.tsx'));

const shown = 'YYYY-MM-DD HH:mm:ss';
const pattern = /^(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?$/;

/** What a person typed, as a moment in UTC; what is no moment stays as it is, for the rule to refuse. */
export function momentOf(typed: string): string | null {
  const trimmed = typed.trim();
  if (!trimmed) return null;
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = (pattern.exec(trimmed) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  const found = dayjs(new Date(y, m - 1, d, h, min, s));
  const real = found.isValid() && found.month() === m - 1 && found.date() === d && h < 24 && min < 60 && s < 60;
  return real ? found.toISOString() : trimmed;
}

const textOf = (value: unknown): string => {
  if (!value) return '';
  const moment = dayjs(value as string);
  return typeof value === 'string' && /T.*Z$/.test(value) && moment.isValid() ? moment.format(shown) : String(value);
};

/** A date and time, typed or picked, in the form in which the console shows them everywhere (R-FMT-01). */
export function MomentInput(props: FieldInputProps) {
  const { input, below, label, required, disabled, name, invalid } = useFieldInput(props);
  const { value, onChange } = input;
  const [typed, setTyped] = useState(textOf(value));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // A value that is not what stands here came from elsewhere: from the calendar, or from a form that was reset.
  useEffect(() => setTyped((before) => (momentOf(before) === (value ?? null) ? before : textOf(value))), [value]);
  const chosen = dayjs(momentOf(typed) ?? undefined);
  const day = typed && chosen.isValid() ? chosen.toDate() : undefined;
  const pick = (next: Date | undefined) => {
    setAnchor(null);
    if (next) onChange(momentOf(`${dayjs(next).format('YYYY-MM-DD')} ${day ? dayjs(day).format('HH:mm:ss') : ''}`));
  };
  return (
    <>
      <TextField
        inputRef={input.ref}
        name={name}
        label={label}
        value={typed}
        required={required}
        disabled={disabled}
        error={invalid}
        helperText={below}
        placeholder={shown.replace('HH:mm:ss', '00:00:00')}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(momentOf(event.target.value));
        }}
        onBlur={() => {
          setTyped(textOf(value));
          input.onBlur();
        }}
        slotProps={{
          htmlInput: { maxLength: 30 },
          input: { endAdornment: <PickDay label={label} disabled={disabled} onOpen={setAnchor} /> },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Suspense fallback={<Box sx={{ width: 280, height: 300 }} />}>
          <Box sx={{ p: 1.5 }}>
            <Calendar mode="single" selected={day} onSelect={pick} {...(day && { defaultMonth: day })} />
          </Box>
        </Suspense>
      </Popover>
    </>
  );
}

interface PickDayProps {
  label: string;
  disabled: boolean;
  onOpen: (anchor: HTMLElement) => void;
}

const PickDay = ({ label, disabled, onOpen }: PickDayProps) => (
  <InputAdornment position="end">
    <IconButton
      size="small"
      edge="end"
      disabled={disabled}
      aria-label={text().range.pick(label)}
      aria-haspopup="dialog"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <CalendarMonthOutlined fontSize="small" />
    </IconButton>
  </InputAdornment>
);
