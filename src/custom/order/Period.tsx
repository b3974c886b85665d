import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { periodUnits } from '../../../contract/choices.ts';
import { say as sayMessage } from '../../../contract/message.ts';
import { daysOf } from '../../../contract/period.ts';
import { language } from '../../i18n/language.ts';
import { say, text } from '../../i18n/text.ts';

export interface PeriodValue {
  count: string;
  unit: number;
}

/** A period in days; nothing when its number is not a whole number from 1 (R-VALID-07, R-VALID-10). */
export const daysIn = ({ count, unit }: PeriodValue): number | undefined =>
  /^[1-9]\d{0,4}$/.test(count) ? daysOf(Number(count), unit) : undefined;

interface Props {
  name: string;
  label: string;
  value: PeriodValue;
  onChange: (value: PeriodValue) => void;
  error?: string | undefined;
  note?: string | undefined;
}

/** A number and its unit: day, month or year (R-ODLG-07). */
export function Period({ name, label, value, onChange, error, note }: Props) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 110px', gap: 1 }}>
      <TextField
        name={name}
        label={label}
        type="number"
        required
        value={value.count}
        onChange={(event) => onChange({ ...value, count: event.target.value })}
        error={Boolean(error)}
        helperText={error ? sayMessage(error, language()) : ' '}
        slotProps={{ htmlInput: { min: 1, step: 1 } }}
      />
      <TextField
        select
        label={text().order.unit}
        value={value.unit}
        onChange={(event) => onChange({ ...value, unit: Number(event.target.value) })}
      >
        {periodUnits.map((unit) => (
          <MenuItem key={unit.id} value={unit.id}>
            {say(unit.label)}
          </MenuItem>
        ))}
      </TextField>
      {note && (
        <Typography variant="body2" color="text.secondary" sx={{ gridColumn: 'span 2', mt: -1.5 }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}
