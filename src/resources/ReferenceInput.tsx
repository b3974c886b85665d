import { Autocomplete, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import type { Field } from '../../contract/field.ts';
import { entityNamed } from '../../contract/index.ts';
import { api, type Page } from '../dataProvider/api.ts';
import { say, text } from '../i18n/text.ts';
import type { Option } from './input.ts';
import { reads } from './reads.ts';

interface Props {
  field: Field;
  name?: string | undefined;
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
  onBlur?: (() => void) | undefined;
  required?: boolean;
  error?: string | undefined;
  disabled?: boolean;
  /** The option of the present value, before any list has come. */
  known?: Option | undefined;
}

type Item = Record<string, unknown> & { id: number };

const optionOf = (entity: string, item: Item): Option => ({ id: item.id, label: reads(entity, item) });

/** Only plain values of a declared condition are also filters of the list. */
const filtersOf = (field: Field): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(field.where ?? {})
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => [`filter_${name}`, value]),
  );

/** Picks a record of another entity by typing; once that pauses, the server searches, within the caller's scope. */
export function ReferenceInput(props: Props) {
  const { field, name, label, value, onChange, onBlur, required, error, disabled, known } = props;
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const searchSoon = useDebouncedEvent(setSearch, 250);
  const to = field.to ?? '';
  const found = useQuery({
    queryKey: ['options', to, search, field.where],
    queryFn: () =>
      api<Page<Item>>(`/v1/${entityNamed(to).path}/list`, {
        query: { ...filtersOf(field), search, per_page: 50 },
        quiet: true,
      }),
  });
  const listed = (found.data?.items ?? []).map((item) => optionOf(to, item));
  // What was found for other words is not offered for these.
  const options = typed === search ? listed : [];
  const chosen = listed.find((option) => option.id === value) ?? (known?.id === value ? known : null);
  return (
    <Autocomplete
      options={options}
      value={chosen}
      loading={typed !== search || found.isFetching}
      disabled={disabled ?? false}
      filterOptions={(all) => all}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={text().form.none}
      onChange={(_event, option) => onChange(option?.id ?? null)}
      onInputChange={(_event, input, reason) => {
        const words = reason === 'input' ? input : '';
        setTyped(words);
        searchSoon(words);
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={label}
          onBlur={onBlur}
          required={required ?? false}
          error={Boolean(error)}
          helperText={error ?? (field.hint ? say(field.hint) : ' ')}
        />
      )}
    />
  );
}
