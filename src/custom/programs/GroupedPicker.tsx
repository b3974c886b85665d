import { Autocomplete, Box, Button, Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { pickerField } from '../../resources/input/pickers/pickerField.tsx';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

/** A word that can be chosen, such as `order:read`, with what it means, below the heading of its group. */
export interface GroupedOption {
  readonly word: string;
  readonly group: string;
  readonly label: string;
}

/** A common choice of several words at once. */
export interface Preset {
  readonly label: string;
  readonly words: readonly string[];
}

interface GroupedPickerProps {
  input: FieldInputProps;
  options: readonly GroupedOption[];
  presets: readonly Preset[];
  /** Shown after the presets, at the end of their line. */
  children?: ReactNode;
}

/** Several words out of a long list, which can be searched by the word and by what it means. */
export function GroupedPicker({ input: props, options, presets, children }: GroupedPickerProps) {
  const state = useFieldInput(props);
  const { input, disabled } = state;
  const value: readonly string[] = Array.isArray(input.value) ? input.value : [];
  const byWord = new Map(options.map((option) => [option.word, option]));
  const known = value.map((word) => byWord.get(word) ?? { word, group: '', label: '' });
  const choose = (words: readonly string[]) => input.onChange([...new Set([...value, ...words])]);
  return (
    <Box>
      <Autocomplete<GroupedOption, true>
        multiple
        disableCloseOnSelect
        options={[...options]}
        groupBy={({ group }) => group}
        getOptionLabel={({ word, label }) => `${word} ${label}`}
        isOptionEqualToValue={(one, other) => one.word === other.word}
        renderOption={({ key: _, ...item }, { word, label }) => (
          <Box component="li" key={word} {...item}>
            <Box component="code" translate="no" sx={{ mr: 1.5 }}>
              {word}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
          </Box>
        )}
        renderValue={(chosen, itemProps) =>
          chosen.map(({ word }, index) => {
            const { key, ...item } = itemProps({ index });
            return <Chip key={key} size="small" label={word} translate="no" {...item} />;
          })
        }
        value={known}
        onChange={(_event, next) => input.onChange(next.map(({ word }) => word))}
        onBlur={() => input.onBlur()}
        disabled={disabled}
        renderInput={pickerField(state)}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 0.5, mb: 1 }}>
        {presets.map(({ label, words }) => (
          <Button key={label} size="small" disabled={disabled} onClick={() => choose(words)}>
            {label}
          </Button>
        ))}
        {children && <Box sx={{ ml: 'auto' }}>{children}</Box>}
      </Box>
    </Box>
  );
}
