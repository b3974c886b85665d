import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { daysAfter, daysOf, periodUnits } from '../../../contract/entities/shared/period.ts';
import { text } from '../../i18n/text.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { numberHandlers, shownNumber } from '../../resources/input/shared/numberText.ts';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { unitText } from '../../resources/values/format.ts';

/** A period in days; undefined if the number is not an integer from 1 (R-VALID-07, R-VALID-10). */
export const periodDays = ({ count, unit }: { count: string; unit: number }): number | undefined =>
  /^[1-9]\d*$/.test(count) ? daysOf(Number(count), unit) : undefined;

/** The form value of the typed text: days, or the invalid number as it is, so that the rule can refuse it. */
const periodValue = (count: string, unit: number): number | null =>
  periodDays({ count, unit }) ?? (count.trim() === '' ? null : Number(count));

interface Props extends FieldInputProps {
  /** The text below the input for a number of days. */
  note?: (days: number) => string;
}

/** A number and its unit: day, month or year (R-ODLG-07). The form value is in days. */
function PeriodInput({ note, ...props }: Props) {
  const { declared, input, below, label, required, name, invalid } = useFieldInput(props);
  const { value, onChange, ref } = input;
  const [typed, setTyped] = useState(String(value ?? ''));
  const [unit, setUnit] = useState(1);
  // A value that does not match the input came from elsewhere, for example from a reset of the form.
  useEffect(() => {
    if (Object.is(periodValue(typed, unit), value ?? null)) return;
    setTyped(String(value ?? ''));
    setUnit(1);
  }, [value]);
  const change = (nextTyped: string, nextUnit: number) => {
    setTyped(nextTyped);
    setUnit(nextUnit);
    onChange(periodValue(nextTyped, nextUnit));
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
        value={shownNumber(typed)}
        {...numberHandlers((next) => change(next, unit))}
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

const endText = (days: number): string => zonedMomentText(daysAfter(new Date(), days));
const allocationEnd = (days: number): string => text().order.until(endText(days));
const licenceEnd = (days: number): string => text().order.licenceUntil(endText(days));

/** The period in which licences can be allocated, with the time at which it would end (R-ODLG-08). */
export const AssignPeriodInput = (props: FieldInputProps) => <PeriodInput {...props} note={allocationEnd} />;

/** The period in which a licence is valid, with the time at which it would end (issue 33). */
export const UsePeriodInput = (props: FieldInputProps) => <PeriodInput {...props} note={licenceEnd} />;
