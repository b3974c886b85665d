import { Box, FormLabel } from '@mui/material';
import { useId } from 'react';
import { translate } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useDeclared } from '../shared/useFieldInput.tsx';
import { InnerInputs } from './InnerInputs.tsx';

/** An object under its name, with an input for each field inside. */
export function ObjectInput(props: FieldInputProps) {
  const { label, fields = {} } = useDeclared(props);
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1 }}>
      <FormLabel id={id} sx={{ fontSize: '0.75rem' }}>
        {props.label ?? translate(label)}
      </FormLabel>
      <InnerInputs source={props.source} name={props.name} fields={fields} disabled={props.disabled ?? false} />
    </Box>
  );
}
