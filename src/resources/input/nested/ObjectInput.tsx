import { Box, FormLabel } from '@mui/material';
import { useId } from 'react';
import { translate } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { groupLabelStyle } from '../shared/groupLabel.ts';
import { useDeclaredField } from '../shared/useFieldInput.tsx';
import { ObjectFieldInputs } from './ObjectFieldInputs.tsx';

/** An object with its label and an input for each field inside. */
export function ObjectInput(props: FieldInputProps) {
  const { label, fields = {} } = useDeclaredField(props);
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1 }}>
      <FormLabel id={id} sx={groupLabelStyle}>
        {props.label ?? translate(label)}
      </FormLabel>
      <ObjectFieldInputs source={props.source} name={props.name} fields={fields} disabled={props.disabled ?? false} />
    </Box>
  );
}
