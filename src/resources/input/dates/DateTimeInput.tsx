import dayjs from 'dayjs';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useTextValue } from '../shared/useTextValue.ts';
import { CalendarField } from './CalendarField.tsx';

const inputFormat = 'YYYY-MM-DD HH:mm:ss';
export const dateTimePlaceholder = inputFormat.replace('HH:mm:ss', '00:00:00');
const dateTimePattern = /^(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?$/;

/**
 * Converts typed text to a UTC time; invalid text remains as it is, so that the rule refuses it. A date without time is
 * its first second, or with `isEnd` its last.
 */
export function parseDateTime(typed: string, isEnd = false): string | null {
  const trimmed = typed.trim();
  if (!trimmed) return null;
  const parts = (dateTimePattern.exec(trimmed) ?? []).slice(1);
  const time = isEnd && parts[3] === undefined ? [23, 59, 59] : parts.slice(3).map((part) => Number(part ?? 0));
  const [y = 0, m = 0, d = 0] = parts.map(Number);
  const [h = 0, min = 0, s = 0] = time;
  const found = dayjs(new Date(y, m - 1, d, h, min, s));
  const real = found.isValid() && found.month() === m - 1 && found.date() === d && h < 24 && min < 60 && s < 60;
  return real ? found.toISOString() : trimmed;
}

/** A time as it is typed; an invalid value as it is. */
export const dateTimeInputText = (value: unknown): string => {
  if (!value) return '';
  const moment = dayjs(value as string);
  return typeof value === 'string' && /T.*(Z|[+-]\d\d:\d\d)$/.test(value) && moment.isValid()
    ? moment.format(inputFormat)
    : String(value);
};

/** A date and time, typed or picked, in the format that the console uses everywhere (R-FMT-01). */
export function DateTimeInput({ isEnd = false, ...props }: FieldInputProps & { isEnd?: boolean }) {
  const state = useFieldInput(props);
  const read = (typed: string) => parseDateTime(typed, isEnd);
  const typing = useTextValue(state.input, dateTimeInputText, read);
  const chosen = dayjs(read(typing.typed) ?? undefined);
  const day = typing.typed && chosen.isValid() ? chosen.toDate() : undefined;
  const pick = (next: Date) =>
    state.input.onChange(read(`${dayjs(next).format('YYYY-MM-DD')} ${day ? dayjs(day).format('HH:mm:ss') : ''}`));
  return (
    <CalendarField
      source={props.source}
      state={state}
      typing={typing}
      day={day}
      placeholder={dateTimePlaceholder}
      onPick={pick}
    />
  );
}
