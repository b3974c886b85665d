import { Box } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import { PlainInput } from '../scalars/ScalarInput.tsx';
import { useIsFieldHidden } from '../shared/HiddenFields.ts';

/** The fields of an object that somebody may fill in. */
export const writableFields = (fields: Fields = {}): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.readOnly);

interface Props {
  /** Where the object stands in the form. */
  source: string;
  /** What the object is called, where that is another. */
  name?: string | undefined;
  fields: Fields;
  disabled: boolean;
}

/** The inputs of what is inside an object, side by side where there is room, those left out that the values hide. */
export function ObjectFieldInputs({ source, name: within = source, fields, disabled }: Props) {
  const isHidden = useIsFieldHidden();
  const values = useFormContext().watch();
  const inner = writableFields(fields).filter(([name]) => !isHidden(`${within}.${name}`, values));
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        columnGap: 2,
        gridTemplateColumns: { sm: `repeat(${Math.min(inner.length, 3)}, 1fr)` },
      }}
    >
      {inner.map(([name, field]) => (
        <PlainInput key={name} source={`${source}.${readPathOf(name, field)}`} field={field} disabled={disabled} />
      ))}
    </Box>
  );
}
