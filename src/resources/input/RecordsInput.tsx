import { Autocomplete } from '@mui/material';
import { useState } from 'react';
import {
  type RaRecord,
  ReferenceArrayInputBase,
  useChoicesContext,
  useDebouncedEvent,
  useGetRecordRepresentation,
} from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { text } from '../../i18n/text.ts';
import { sortOf } from '../list/sort.ts';
import { pickerField } from './pickerField.tsx';
import { Failed, filtersOf, quiet } from './RecordInput.tsx';
import { type FieldInputProps, useDeclared, useFieldInput } from './useFieldInput.tsx';

/** Picks records of another entity by typing; the server searches within the caller's scope, so that none is cut off. */
export function RecordsInput(props: FieldInputProps) {
  const { items } = useDeclared(props);
  const to = items?.to ?? '';
  return (
    <ReferenceArrayInputBase
      source={props.source}
      reference={to}
      {...(items && { filter: filtersOf(items) })}
      sort={sortOf(entityNamed(to))}
      queryOptions={quiet}
    >
      <RecordsPicker {...props} />
    </ReferenceArrayInputBase>
  );
}

function RecordsPicker(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, disabled } = state;
  const choices = useChoicesContext<RaRecord>();
  const { allChoices = [], availableChoices = [], isFetching, setFilters, error, refetch } = choices;
  const represent = useGetRecordRepresentation(declared.items?.to);
  const [typed, setTyped] = useState('');
  const search = useDebouncedEvent((words: string) => setFilters(words ? { search: words } : {}, {}), 250);
  const ids: readonly unknown[] = Array.isArray(input.value) ? input.value : [];
  const chosen = ids.map((id) => allChoices.find((one) => one.id === id) ?? { id: id as number });
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={isFetching && typed ? [] : availableChoices}
      value={chosen}
      inputValue={typed}
      loading={isFetching}
      disabled={disabled}
      filterOptions={(all) => all}
      getOptionKey={({ id }) => id}
      getOptionLabel={(record) => String(represent(record))}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={text().form.none}
      loadingText={text().form.searching}
      onChange={(_event, records) => input.onChange(records.map(({ id }) => id))}
      onInputChange={(_event, words, reason) => {
        if (reason === 'reset') return;
        setTyped(words);
        search(words);
      }}
      onBlur={() => {
        setTyped('');
        search('');
        input.onBlur();
      }}
      renderInput={pickerField(state, error && <Failed onRetry={() => void refetch()} />)}
    />
  );
}
