import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, FormHelperText, FormLabel, IconButton, Tooltip } from '@mui/material';
import { useId } from 'react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { text, translate } from '../../../i18n/text.ts';
import { useContract } from '../../ContractContext.ts';
import { defaultValues } from '../../formState/defaultValues.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { CalculatedNumbers } from '../shared/CalculatedNumbers.tsx';
import { groupLabelStyle } from '../shared/groupLabel.ts';
import { NewRow } from '../shared/NewRow.tsx';
import { errorMessage, helperText, useDeclaredField } from '../shared/useFieldInput.tsx';
import { ChildScope, useChildSection } from './ChildScope.tsx';
import { ObjectFieldInputs, writableFields } from './ObjectFieldInputs.tsx';

/** Several objects, a row of inputs for each, with buttons to add and remove them. */
export function ObjectsInput(props: FieldInputProps) {
  const contract = useContract();
  const field = useDeclaredField(props);
  const { source, disabled = false } = props;
  const { fields: rows, append, remove } = useFieldArray({ name: source, keyName: 'key' });
  const error = errorMessage(useFormContext().getFieldState(source, useFormState({ name: source })).error);
  const { fields = {} } = field.items ?? {};
  const inner = writableFields(fields);
  const item = field.items ? translate(field.items.label) : '';
  const id = useId();
  const section = useChildSection(source);
  const rowInputs = (row: string) => {
    const inputs = <ObjectFieldInputs source={row} fields={fields} disabled={disabled} />;
    return section ? (
      <ChildScope section={section} source={row} fields={fields}>
        <Box sx={{ flex: 1, minWidth: 0, mb: 1 }}>
          {inputs}
          <CalculatedNumbers fields={fields} />
        </Box>
      </ChildScope>
    ) : (
      inputs
    );
  };
  const hint = props.hint ?? (field.hint && translate(field.hint));
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1 }}>
      <FormLabel id={id} error={error !== undefined} required={field.required ?? false} sx={groupLabelStyle}>
        {props.label ?? translate(field.label)}
      </FormLabel>
      {rows.map((row, index) => (
        <Box key={row.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <NewRow>{rowInputs(`${source}.${index}`)}</NewRow>
          <Tooltip title={text().actions.removeItem(item, index + 1)}>
            <IconButton
              aria-label={text().actions.removeItem(item, index + 1)}
              disabled={disabled}
              onClick={() => remove(index)}
              sx={{ mt: 1 }}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
      <Box>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={disabled || (field.max !== undefined && rows.length >= field.max)}
          onClick={() => append(defaultValues(contract, Object.fromEntries(inner), {}, section?.child.fields))}
        >
          {text().actions.addItem(item)}
        </Button>
      </Box>
      <FormHelperText error={error !== undefined}>{helperText(error, hint)}</FormHelperText>
    </Box>
  );
}
