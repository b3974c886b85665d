import { Box } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import { PlainInput } from '../scalars/ScalarInput.tsx';
import { useIsFieldHidden } from '../shared/HiddenFields.ts';

/** The fields of an object that can be filled in. */
export const writableFields = (fields: Fields = {}): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.readOnly);

interface Props {
  /** The path of the object in the form. */
  source: string;
  /** The declared name of the object, if it differs from its source. */
  name?: string | undefined;
  fields: Fields;
  disabled: boolean;
}

/** The inputs for the fields of an object, side by side where there is room, without those that the values hide. */
export function ObjectFieldInputs({ source, name: objectName = source, fields, disabled }: Props) {
  const isHidden = useIsFieldHidden();
  const values = useFormContext().watch();
  const inner = writableFields(fields).filter(([name]) => !isHidden(`${objectName}.${name}`, values));
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        columnGap: 2,
        rowGap: 1.25,
        gridTemplateColumns: { sm: `repeat(${Math.min(inner.length, 3)}, 1fr)` },
      }}
    >
      {inner.map(([name, field]) => (
        <PlainInput key={name} source={`${source}.${readPathOf(name, field)}`} field={field} disabled={disabled} />
      ))}
    </Box>
  );
}
