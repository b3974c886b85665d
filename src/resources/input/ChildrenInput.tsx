import AddIcon from '@mui/icons-material/Add';
import { Box, Button, FormHelperText, FormLabel } from '@mui/material';
import { useCallback, useId, useRef } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { entityNamed } from '../../../contract/index.ts';
import { touchedRows } from '../../dataProvider/childRows.ts';
import { text, translate } from '../../i18n/text.ts';
import { useDirtyPart } from '../dialog/frame.ts';
import { defaultValues } from '../form/starts.ts';
import { ChildRow } from './ChildRow.tsx';
import { below, type FieldInputProps, messageOf, useDeclared } from './useFieldInput.tsx';

/** The children of a record that are saved with it: a row of inputs each, with buttons to add one and to take one away. */
export function ChildrenInput(props: FieldInputProps) {
  const field = useDeclared(props);
  const { source, disabled = false } = props;
  const { fields: rows, append, remove } = useFieldArray({ name: source, keyName: 'key' });
  const touched = touchedRows(field, useWatch({ name: source }));
  useDirtyPart(source, touched.length > 0);
  const error = messageOf(useFormContext().getFieldState(source, useFormState({ name: source })).error);
  const child = entityNamed(field.to ?? '');
  const { made } = field.forms ?? {};
  const add = useRef<HTMLButtonElement>(null);
  const drop = useCallback(
    (number: number) => {
      remove(number - 1);
      add.current?.focus();
    },
    [remove],
  );
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1 }}>
      <FormLabel id={id} error={error !== undefined} sx={{ fontSize: '0.75rem' }}>
        {props.label ?? translate(field.label)}
      </FormLabel>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row, index) => (
          <ChildRow
            key={row.key}
            source={`${source}.${index}`}
            number={index + 1}
            field={field}
            child={child}
            disabled={disabled}
            onDrop={drop}
          />
        ))}
      </Box>
      {made && (
        <Button
          ref={add}
          size="small"
          startIcon={<AddIcon />}
          disabled={disabled || touched.length >= (field.max ?? 100)}
          onClick={() => append(defaultValues(made, {}, child.fields))}
        >
          {text().actions.addItem(translate(child.label))}
        </Button>
      )}
      <FormHelperText error={error !== undefined}>{below(error, props.hint)}</FormHelperText>
    </Box>
  );
}
