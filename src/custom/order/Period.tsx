import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { daysAfter, daysOf, periodUnits } from '../../../contract/entities/shared/period.ts';
import { text } from '../../i18n/text.ts';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { momentText, unitText } from '../../resources/values/format.ts';

/** A period in days; nothing when its number is not a whole number from 1 (R-VALID-07, R-VALID-10). */
export const daysIn = ({ count, unit }: { count: string; unit: number }): number | undefined =>
  /^[1-9]\d*$/.test(count) ? daysOf(Number(count), unit) : undefined;

/** What the form holds of what was typed: days, or what is no period as it is, for the rule to refuse. */
const valueFor = (count: string, unit: number): number | null =>
  daysIn({ count, unit }) ?? (count.trim() === '' ? null : Number(count));

interface Props extends FieldInputProps {
  /** Stands below it: what follows from these days. */
  note?: (days: number) => string;
}

/** A number and its unit, day, month or year (R-ODLG-07); the form holds days. */
export function Period({ note, ...props }: Props) {
  const { declared, input, below, label, required, name, invalid } = useFieldInput(props);
  const { value, onChange, ref } = input;
  const [typed, setTyped] = useState(String(value ?? ''));
  const [unit, setUnit] = useState(1);
  // Days that are not what stands here came from elsewhere: from a form that was reset.
  useEffect(() => {
    if (Object.is(valueFor(typed, unit), value ?? null)) return;
    setTyped(String(value ?? ''));
    setUnit(1);
  }, [value]);
  const change = (nextTyped: string, nextUnit: number) => {
    setTyped(nextTyped);
    setUnit(nextUnit);
    onChange(valueFor(nextTyped, nextUnit));
  };
  const isPeriod = Number.isInteger(value) && value > 0 && value <= (declared.max ?? value);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 110px', gap: 1 }}>
      <TextField
        inputRef={ref}
        name={name}
        label={label}
        type="number"
        required={required}
        value={typed}
        onChange={(event) => change(event.target.value, unit)}
        onBlur={() => input.onBlur()}
        error={invalid}
        helperText={below}
        slotProps={{ htmlInput: { min: 1, step: 1 } }}
      />
      <TextField
        select
        label={text().order.unit}
        value={unit}
        onChange={(event) => change(typed, Number(event.target.value))}
      >
        {periodUnits.map((one) => (
          <MenuItem key={one.id} value={one.id}>
            {unitText(one.label, typed)}
          </MenuItem>
        ))}
      </TextField>
      {note && isPeriod && (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ gridColumn: 'span 2', mt: -1.5, mb: { xs: 1, sm: 0 } }}
        >
          {note(value)}
        </Typography>
      )}
    </Box>
  );
}

const ends = (days: number): string => text().order.until(momentText(daysAfter(new Date(), days).toISOString()));

/** The period in which licences can be allocated, with the moment at which it would end (R-ODLG-08). */
export const AssignPeriod = (props: FieldInputProps) => <Period {...props} note={ends} />;
