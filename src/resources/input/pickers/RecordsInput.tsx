import { Autocomplete } from '@mui/material';
import { type RaRecord, ReferenceArrayInputBase, useChoicesContext, useGetRecordRepresentation } from 'react-admin';
import { defaultSort } from '../../../dataProvider/lists/defaultSort.ts';
import { useContract } from '../../ContractContext.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useDeclaredField, useFieldInput } from '../shared/useFieldInput.tsx';
import { pickerField } from './pickerField.tsx';
import { PickerFailed, PickerOption, pickerFilters, quietQuery, useDetails, useSearchFilter } from './RecordInput.tsx';
import { usePickerSearch } from './usePickerSearch.ts';

/**
 * Picks records of another entity by typing. The server searches within the caller's scope, so every record can be
 * found.
 */
export function RecordsInput(props: FieldInputProps) {
  const { items } = useDeclaredField(props);
  const to = items?.to ?? '';
  const entity = useContract().entity(to);
  return (
    <ReferenceArrayInputBase
      source={props.source}
      reference={to}
      {...(items && { filter: pickerFilters(entity, items) })}
      sort={defaultSort(entity)}
      queryOptions={quietQuery}
    >
      <RecordsPicker {...props} />
    </ReferenceArrayInputBase>
  );
}

function RecordsPicker(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, disabled } = state;
  const choices = useChoicesContext<RaRecord>();
  const { allChoices = [], availableChoices = [], isFetching, error, refetch } = choices;
  const represent = useGetRecordRepresentation(declared.items?.to);
  const { typed, type, autocomplete } = usePickerSearch({
    offered: availableChoices,
    isFetching,
    ...useSearchFilter(),
  });
  const detailsFor = useDetails(declared.items?.to ?? '');
  const ids: readonly unknown[] = Array.isArray(input.value) ? input.value : [];
  const chosen = ids.map((id) => allChoices.find((one) => one.id === id) ?? { id: id as number });
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      {...autocomplete}
      value={chosen}
      inputValue={typed}
      disabled={disabled}
      getOptionKey={({ id }) => id}
      getOptionLabel={(record) => String(represent(record))}
      renderOption={({ key, ...option }, record) => (
        <li key={key} {...option}>
          <PickerOption name={String(represent(record))} details={detailsFor(record, String(represent(record)))} />
        </li>
      )}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onChange={(_event, records) => input.onChange(records.map(({ id }) => id))}
      onInputChange={(_event, words, reason) => {
        if (reason !== 'reset') type(words);
      }}
      onBlur={() => {
        type('');
        input.onBlur();
      }}
      renderInput={pickerField(state, { instead: error && <PickerFailed onRetry={() => void refetch()} /> })}
    />
  );
}
