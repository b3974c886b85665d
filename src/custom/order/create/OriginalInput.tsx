import { Button, InputAdornment, TextField } from '@mui/material';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { order as declaration } from '../../../../contract/entities/order.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useFieldInput } from '../../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../../resources/slotTypes.ts';
import { productText } from '../../product/productText.ts';
import { OriginalDialog } from './OriginalDialog.tsx';

interface Props extends FieldInputProps {
  enterprise: number | null;
}

/** The original order of a reissue, chosen in a dialog, and the product that follows from it (R-OCRE-05). */
export function OriginalInput({ enterprise, ...props }: Props) {
  const { input, below, label, required, name, invalid } = useFieldInput(props);
  const { setValue, watch } = useFormContext();
  const [isChoosing, setChoosing] = useState(false);
  const original = watch('parent_order') as RecordData | null;
  const pick = (order: RecordData) => {
    setValue('parent_order', order, { shouldDirty: true });
    input.onChange(order.id);
    setChoosing(false);
  };
  const choose = (
    <InputAdornment position="end">
      <Button disabled={enterprise === null} onClick={() => setChoosing(true)}>
        {text().order.chooseOriginal}
      </Button>
    </InputAdornment>
  );
  return (
    <>
      <TextField
        inputRef={input.ref}
        name={name}
        label={label}
        required={required}
        value={original ? String(original.code) : ''}
        error={invalid}
        helperText={below}
        onBlur={() => input.onBlur()}
        slotProps={{ inputLabel: { shrink: true }, input: { readOnly: true, endAdornment: choose } }}
      />
      <TextField
        name="product_id"
        label={translate(declaration.fields.product_id.label)}
        value={original ? productText(original.product as object) : ''}
        disabled
        helperText=" "
      />
      {isChoosing && enterprise !== null && (
        <OriginalDialog enterprise={enterprise} onPick={pick} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}
