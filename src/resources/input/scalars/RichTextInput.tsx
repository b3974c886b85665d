import { Box, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { Suspense, useState } from 'react';
import { text } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { LazyMarkdown } from '../../values/lazyMarkdown.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';

/** Input of Markdown text, which switches between writing and preview. */
export function RichTextInput(props: FieldInputProps) {
  const state = useFieldInput(props, {
    format: (value: unknown) => value ?? '',
    parse: (typed: string) => (typed === '' ? null : typed),
  });
  const { input, below, label, required, disabled, name, invalid } = state;
  const { ref, ...field } = input;
  const [isPreview, setPreview] = useState(false);
  const words = text().form;
  return (
    <Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isPreview}
        onChange={(_event, next: boolean | null) => next !== null && setPreview(next)}
        aria-label={label}
        sx={{ mb: 0.5 }}
      >
        <ToggleButton value={false}>{words.write}</ToggleButton>
        <ToggleButton value={true}>{words.preview}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ display: isPreview ? 'none' : undefined }}>
        <TextField
          {...field}
          inputRef={ref}
          name={name}
          label={label}
          multiline
          minRows={4}
          maxRows={16}
          required={required}
          disabled={disabled}
          error={invalid}
          helperText={below === ' ' ? words.markdown : below}
          autoComplete="off"
        />
      </Box>
      {isPreview && (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 2, py: 1, mb: 2, minHeight: 108 }}>
          <Suspense fallback={null}>
            <LazyMarkdown text={String(input.value ?? '')} />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}
