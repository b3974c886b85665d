import { InputAdornment, TextField } from '@mui/material';
import { useState } from 'react';
import { brandColourProblem, canonicalColour } from '../../../contract/values/brandColour.ts';
import { language } from '../../i18n/language.ts';
import { helperText, useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

const words = { en: 'Choose a colour', zh: '选择颜色' };
/** The colour with which the picker of the browser opens while none is entered: the product's own. */
const firstColour = '#b0126f';
const wholeLength = 7;

const swatchStyle = {
  width: 28,
  height: 28,
  padding: 0,
  border: 'none',
  borderRadius: 4,
  background: 'none',
  cursor: 'pointer',
} as const;

/** A main colour: typed, or chosen with the picker of the browser. It says at once if white text cannot be read on it. */
export default function ColourInput(props: FieldInputProps) {
  const state = useFieldInput(props, {
    format: (value) => value ?? '',
    parse: (typed: unknown) => (typed === '' ? null : typed),
  });
  const { ref, ...field } = state.input;
  const [isLeft, setLeft] = useState(false);
  const value = String(field.value);
  const isWhole = isLeft || value.length >= wholeLength;
  const problem = value !== '' && isWhole ? brandColourProblem(value) : undefined;
  const isColour = /^#[0-9a-f]{6}$/.test(canonicalColour(value));
  return (
    <TextField
      {...field}
      onBlur={() => {
        setLeft(true);
        field.onBlur();
      }}
      inputRef={ref}
      name={state.name}
      label={state.label}
      disabled={state.disabled}
      autoComplete="off"
      spellCheck={false}
      error={state.invalid || problem !== undefined}
      helperText={problem ? helperText(problem, undefined) : state.below}
      slotProps={{
        inputLabel: { shrink: true },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <input
                type="color"
                aria-label={`${words[language()]}: ${state.label}`}
                disabled={state.disabled}
                value={isColour ? canonicalColour(value) : firstColour}
                onChange={({ target }) => field.onChange(target.value)}
                style={swatchStyle}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
