import { Box, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { get, useFormState } from 'react-hook-form';
import { languageNames, textLanguages } from '../../../../contract/messages/localizedText.ts';
import { translate } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { groupLabelStyle } from '../shared/groupLabel.ts';
import { errorMessage, helperText, useDeclaredField } from '../shared/useFieldInput.tsx';
import { TextInput } from './TextInput.tsx';

/** A text in both languages: one labelled input for each, side by side where there is room. */
export function LocalizedTextInput({ source, name = source, disabled, label, hint, ...props }: FieldInputProps) {
  const declared = useDeclaredField({ source, ...props });
  const id = useId();
  const { errors } = useFormState({ name: source });
  const error = errorMessage(get(errors, source));
  const below = hint ?? (declared.hint && translate(declared.hint));
  const needsBoth = Boolean(declared.required && declared.bothLanguages);
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1 }}>
      <FormLabel id={id} required={declared.required ?? false} error={error !== undefined} sx={groupLabelStyle}>
        {label ?? translate(declared.label)}
      </FormLabel>
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { sm: `repeat(${textLanguages.length}, 1fr)` } }}>
        {textLanguages.map((language) => (
          <TextInput
            key={language}
            source={`${source}.${language}`}
            name={`${name}.${language}`}
            field={{
              kind: 'text',
              ...declared.fields?.[language],
              label: languageLabel(language),
              required: needsBoth,
            }}
            disabled={disabled}
          />
        ))}
      </Box>
      {(error || below) && (
        <FormHelperText error={error !== undefined} sx={{ mt: -2, mb: 1 }}>
          {helperText(error, below)}
        </FormHelperText>
      )}
    </Box>
  );
}

/** A language is named in itself, whatever the language of the console. */
const languageLabel = (language: keyof typeof languageNames) => ({
  en: languageNames[language],
  zh: languageNames[language],
});
