import { Box, Button, FormHelperText } from '@mui/material';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { hasContainsFilter } from '../../../../../contract/lists/filters.ts';
import type { Field } from '../../../../../contract/schema/field/field.ts';
import { text } from '../../../../i18n/text.ts';
import type { FilterEditorProps } from '../../../dialogSlots.ts';
import { contractResolver } from '../../../formState/contractResolver.ts';
import { ChoiceInput } from '../../../input/scalars/ChoiceInput.tsx';
import { TextInput } from '../../../input/scalars/TextInput.tsx';
import type { FilterValues, ListFilter } from '../activeFilters.ts';
import { FilterButton } from '../FilterButton.tsx';
import { BoundInputs, boundParameters, boundsResolver, quickRanges, startBounds } from './rangeInputs.tsx';
import { parameterValue, typedText } from './typedText.ts';
import { hasMixedUnits, useFilterUnit } from './useFilterUnit.ts';

interface FilterFormProps {
  start: FieldValues;
  resolver: Resolver<FieldValues>;
  /** Applies the typed values; called without values to clear the filter. */
  onApply: (typed?: FieldValues) => void;
  children: ReactNode;
}

/** Focuses the first input of an editor that has just opened. */
const focusInput = (editor: HTMLElement | null) =>
  editor?.querySelector<HTMLElement>('input:not([aria-hidden])')?.focus();

/** The form of one filter. It sends nothing to the server until the typed values are valid. */
function FilterForm({ start, resolver, onApply, children }: FilterFormProps) {
  const form = useForm({ defaultValues: start, resolver });
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={focusInput}
        noValidate
        onSubmit={(event) => {
          event.stopPropagation();
          void form.handleSubmit((typed) => onApply(typed))(event);
        }}
        sx={{ p: 2, width: 360, maxWidth: 'calc(100vw - 32px)', boxSizing: 'border-box' }}
      >
        {children}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
          <Button onClick={() => onApply()}>{text().range.clear}</Button>
          <Button type="submit" variant="contained">
            {text().range.apply}
          </Button>
        </Box>
      </Box>
    </FormProvider>
  );
}

/** Replaces the values of a filter: the given ones by parameter name, all other keys of the filter undefined. */
const replaceFilter = ({ keys }: ListFilter, given: FilterValues): FilterValues => ({
  ...Object.fromEntries(keys.map((key) => [key, undefined])),
  ...given,
});

/** The text to compare with: one line of any characters. */
const comparedTextField = (label: Field['label']): Field => ({ kind: 'text', label, max: 200 });

/** The choice between comparing a part of a text and the whole text. */
const comparisonField = (): Field => ({
  kind: 'choice',
  label: sameLabel(text().list.compared),
  required: true,
  choices: [
    { id: 'has', label: sameLabel(text().list.contains) },
    { id: 'same', label: sameLabel(text().list.is) },
  ],
});

/** A label from a word of the current language. */
const sameLabel = (word: string): Field['label'] => ({ en: word, zh: word });

/** The initial values of the form of a text: the whole text if the list is filtered by exactly one. */
function startText(filter: ListFilter, values: FilterValues): FieldValues {
  const [has, same, is] = (['has', 'same', 'is'] as const).map((way) => parameterValue(filter, values, way));
  const whole = same ?? (Array.isArray(is) && is.length !== 1 ? undefined : [is].flat()[0]);
  return { way: has === undefined && whole !== undefined ? 'same' : 'has', part: has ?? whole ?? null };
}

function TextForm({
  filter,
  values,
  onDone,
}: Omit<FilterEditorProps, 'isNew' | 'onChange'> & { onDone: (more: FilterValues) => void }) {
  const fields = { way: comparisonField(), part: comparedTextField(filter.field?.label ?? sameLabel('')) };
  const apply = ({ way = 'has', part }: FieldValues = {}) => {
    const name = filter.parameters.find((one) => one.operator === way)?.name ?? '';
    onDone(replaceFilter(filter, { [name]: part?.trim() || undefined }));
  };
  return (
    <FilterForm start={startText(filter, values)} resolver={contractResolver(fields)} onApply={apply}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '140px 1fr' }}>
        <ChoiceInput source="way" field={fields.way} />
        <TextInput source="part" field={fields.part} label={text().list.comparedText} />
      </Box>
    </FilterForm>
  );
}

function BoundsForm({
  filter,
  values,
  onDone,
}: Omit<FilterEditorProps, 'isNew' | 'onChange'> & { onDone: (more: FilterValues) => void }) {
  const apply = (typed: FieldValues = {}) => onDone(replaceFilter(filter, boundParameters(filter, typed)));
  const ranges = quickRanges(filter);
  return (
    <FilterForm start={startBounds(filter, values)} resolver={boundsResolver(filter)} onApply={apply}>
      {ranges.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mb: 2 }}>
          {ranges.map(({ label, ...range }) => (
            <Button key={label} size="small" variant="outlined" onClick={() => apply(range)}>
              {label}
            </Button>
          ))}
        </Box>
      )}
      <BoundInputs filter={filter} />
      {hasMixedUnits(filter) && <FormHelperText sx={{ mx: 1.75 }}>{text().list.mixedUnitsHint}</FormHelperText>}
    </FilterForm>
  );
}

/** A filter with typed bounds or typed text: a button with its text, which opens the form. */
export function TypedFilter({ filter: declared, values, isNew, onChange }: FilterEditorProps) {
  const filter = useFilterUnit(declared, values);
  const { label, field } = filter;
  const Form = field && hasContainsFilter(field) ? TextForm : BoundsForm;
  return (
    <FilterButton label={label} isNew={isNew} summary={typedText(filter, values)}>
      {(close) => (
        <Form
          filter={filter}
          values={values}
          onDone={(more) => {
            onChange(more);
            close();
          }}
        />
      )}
    </FilterButton>
  );
}
