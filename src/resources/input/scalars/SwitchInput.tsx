import { FormControlLabel, FormHelperText, Switch } from '@mui/material';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';

/** Input of a yes or no. */
export function SwitchInput(props: FieldInputProps) {
  const { input, below, label, disabled, name, invalid } = useFieldInput(props);
  return (
    <div>
      <FormControlLabel
        control={
          <Switch
            name={name}
            checked={input.value === true}
            onChange={(event) => input.onChange(event.target.checked)}
            onBlur={() => input.onBlur()}
            disabled={disabled}
            slotProps={{ input: { 'aria-invalid': invalid, ref: input.ref } }}
          />
        }
        label={label}
      />
      <FormHelperText error={invalid}>{below}</FormHelperText>
    </div>
  );
}
