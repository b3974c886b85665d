import { Box } from '@mui/material';
import { sourceOf } from '../../../contract/entity.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { PlainInput } from './PlainInput.tsx';

/** The fields of an object that somebody may fill in. */
export const innerFields = (fields: Fields = {}): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.readOnly);

/** The inputs of what is inside an object, side by side where there is room. In: where the object stands in the form. */
export function InnerInputs({ source, fields, disabled }: { source: string; fields: Fields; disabled: boolean }) {
  const inner = innerFields(fields);
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
        <PlainInput key={name} source={`${source}.${sourceOf(name, field)}`} field={field} disabled={disabled} />
      ))}
    </Box>
  );
}
