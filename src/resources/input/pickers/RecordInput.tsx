import { Autocomplete, Box, Link, Typography } from '@mui/material';
import { type RaRecord, ReferenceInputBase, useChoicesContext, useGetRecordRepresentation } from 'react-admin';
import { identifyingColumns } from '../../../../contract/lists/identifies.ts';
import { isDeclared } from '../../../../contract/outlines/outlinedContract.ts';
import { sharedFields } from '../../../../contract/relations/sharedFields.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { defaultSort } from '../../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../ContractContext.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useDetailsOf } from '../../values/useDetailsOf.ts';
import { usePublishPicked } from '../shared/pickedRecords.ts';
import { useFormRecord } from '../shared/RowScope.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useRecordValues } from '../shared/useRecordValues.ts';
import { pickerField } from './pickerField.tsx';
import { useOnlyOption } from './useOnlyOption.ts';
import { type PickerSearch, usePickerSearch } from './usePickerSearch.ts';

interface Props extends FieldInputProps {
  /** A further filter, besides the declared one. */
  filter?: Readonly<Record<string, unknown>> | undefined;
  /** The reason why a record cannot be picked, if any. */
  disabledReason?: ((record: RaRecord) => string | undefined) | undefined;
  /** True to fill in the record if it is the only one. */
  fillOnlyOption?: boolean | undefined;
}

/**
 * The part of a declared condition that the list can filter by: plain values of its filters. The server checks all of
 * it.
 * @param entity The entity that the field refers to.
 */
export function pickerFilters(entity: Entity, { where = {} }: Field): Record<string, unknown> {
  const { filters = [] } = entity.list;
  const isFilter = ([name, value]: [string, unknown]) =>
    filters.includes(name) && (typeof value !== 'object' || Array.isArray(value));
  return Object.fromEntries(Object.entries(where).filter(isFilter));
}

/** The filter for records that share with this one what the field's option `shares` names, as far as that is known. */
function useSharedFilter(target: Entity, { field, source }: Props): Record<string, unknown> {
  const role = useRole();
  const pairs = field ? sharedFields(field) : [];
  const prefix = source.slice(0, source.lastIndexOf('.') + 1);
  const values = useRecordValues(
    pairs.map(({ own }) => own),
    prefix,
  );
  const known = pairs.flatMap(({ theirs }, at) => {
    const filtered = fieldOf(target, theirs);
    const value = values[at];
    const isKnown = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
    return filtered && mayRead(filtered, role) && isKnown && value !== '' ? [[theirs, value] as const] : [];
  });
  return Object.fromEntries(known);
}

/** The records to pick from, and the search for others. */
export interface PickerChoices extends PickerSearch<RaRecord> {
  /** All known records, including the chosen one. */
  readonly known: readonly RaRecord[];
  /** Fetches them again; defined only if loading failed. */
  readonly retry?: (() => void) | undefined;
}

/**
 * Searches with the filter of react-admin's choices.
 * @returns The current search words, and a function to change them.
 */
export function useSearchFilter(): Pick<PickerSearch<RaRecord>, 'words' | 'search'> {
  const { filterValues, setFilters } = useChoicesContext();
  const words = String(filterValues?.search ?? '');
  return { words, search: (next) => setFilters(next ? { search: next } : {}, {}) };
}

/** Suppresses the notification, since the picker shows the failure itself. */
export const quietQuery = { meta: { quiet: true } };

/**
 * Picks a record of another entity by typing. The server searches within the caller's scope, so every record can be
 * found.
 */
export function RecordInput({ filter, ...props }: Props) {
  const to = props.field?.to ?? '';
  const entity = useContract().entity(to);
  const shared = useSharedFilter(entity, props);
  return (
    <ReferenceInputBase
      source={props.source}
      reference={to}
      filter={{ ...(props.field && pickerFilters(entity, props.field)), ...shared, ...filter }}
      sort={defaultSort(entity)}
      queryOptions={quietQuery}
    >
      <ReferencePicker {...props} />
    </ReferenceInputBase>
  );
}

function ReferencePicker({ fillOnlyOption = false, ...props }: Omit<Props, 'filter'>) {
  const found = useChoicesContext();
  const { allChoices = [], availableChoices = [], isFetching, error, refetch } = found;
  const filter = useSearchFilter();
  const [onlyOption] =
    fillOnlyOption && filter.words === '' && !isFetching && found.total === 1 ? availableChoices : [];
  const retry = error ? () => void refetch() : undefined;
  const choices = { known: allChoices, offered: availableChoices, isFetching, retry, ...filter };
  const fillIn = onlyOption && !props.disabledReason?.(onlyOption) ? onlyOption : undefined;
  return <RecordPicker {...props} choices={choices} onlyOption={fillIn} />;
}

/** Shown below a picker whose records could not be loaded, in place of a notification (SPEC 8). */
export const PickerFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Box component="span" role="alert" sx={{ color: 'error.main' }}>
    {text().errors.notLoaded}{' '}
    <Link component="button" type="button" variant="inherit" onClick={onRetry}>
      {text().list.retry}
    </Link>
  </Box>
);

interface PickerProps extends Omit<Props, 'filter' | 'fillOnlyOption'> {
  choices: PickerChoices;
  /** The record to fill in, if it is the only one that can be picked. It remains known during later searches. */
  onlyOption: RaRecord | undefined;
}

/** Says what tells a record from others of the same name, as far as the answer has it. */
export function useDetails(to: string): (record: RaRecord, recordName: string) => string {
  const entity = useContract().entity(to);
  const detailsOf = useDetailsOf();
  const names = isDeclared(entity) ? identifyingColumns(entity) : [];
  return (record, recordName) => detailsOf(entity, names, record as RecordData, recordName);
}

/** An option of a picker: the name of a record, and below it what tells it from others. */
export const PickerOption = ({ name, details }: { name: string; details: string }) => (
  <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    {name}
    {details !== '' && (
      <>
        {' '}
        <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {details}
        </Typography>
      </>
    )}
  </Box>
);

/** Picks one of the given records by typing; for records that do not come from the list of their entity. */
export function RecordPicker({ disabledReason, choices, onlyOption, ...props }: PickerProps) {
  const state = useFieldInput(props);
  const { input, disabled } = state;
  const { retry } = choices;
  const represent = useGetRecordRepresentation(props.field?.to);
  const { typed, type, autocomplete } = usePickerSearch(choices);
  // It does not replace what the user has typed while it was loading.
  const filledIn = useOnlyOption(props.source, typed === '' ? onlyOption : undefined);
  const known = filledIn ? [...choices.known, filledIn] : choices.known;
  const value = Number(input.value) || null;
  const chosen = known.find(({ id }) => id === value) ?? null;
  const { prefix } = useFormRecord();
  const { as } = state.declared;
  usePublishPicked(as === undefined ? undefined : prefix + as, value, chosen);
  const nameOf = (record: RaRecord) =>
    [String(represent(record)), disabledReason?.(record)].filter(Boolean).join(' — ');
  const detailsFor = useDetails(props.field?.to ?? '');
  return (
    <Autocomplete
      {...autocomplete}
      value={chosen}
      disabled={disabled}
      getOptionKey={({ id }) => id}
      getOptionLabel={(record) => String(represent(record))}
      getOptionDisabled={(record) => Boolean(disabledReason?.(record))}
      renderOption={({ key, ...option }, record) => (
        <li key={key} {...option} data-value={record.id}>
          <PickerOption name={nameOf(record)} details={detailsFor(record, nameOf(record))} />
        </li>
      )}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onChange={(_event, record) => input.onChange(record?.id ?? null)}
      onInputChange={(_event, words, reason) => type(reason === 'input' ? words : '')}
      onBlur={() => input.onBlur()}
      renderInput={pickerField(state, { instead: retry && <PickerFailed onRetry={retry} /> })}
    />
  );
}
