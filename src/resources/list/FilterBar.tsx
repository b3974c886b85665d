import { Box, Button, MenuItem, TextField } from '@mui/material';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useListFilterContext } from 'react-admin';
import { allOf, type Entity, fieldOf, type ScreenDeclaration } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text, translate } from '../../i18n/text.ts';
import { labelOf } from '../cells.tsx';
import { FilterChips, ManyFilter, RecordFilter, TagsFilter } from '../dialogs.ts';
import { usePhone } from '../phone.ts';
import { FilterSheet } from './FilterSheet.tsx';
import { filterFields } from './filterFields.ts';
import { RangeFilter } from './RangeFilter.tsx';
import type { FilterProps } from './RecordFilter.tsx';

type Filters = Readonly<Record<string, unknown>>;

/** The search waits until typing pauses; text that an input method is still composing is not sent. */
export function SearchInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [composing, setComposing] = useState(false);
  // A space at the end is the beginning of the next word: what was typed stays as long as it means the same.
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value]);
  useEffect(() => {
    if (composing || typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), 350);
    return () => clearTimeout(timer);
  }, [typed, composing, value, onChange]);
  return (
    <TextField
      label={text().list.search}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      sx={{ width: 220, flexGrow: { xs: 1, sm: 0 } }}
      slotProps={{
        htmlInput: {
          maxLength: 200,
          onCompositionStart: () => setComposing(true),
          onCompositionEnd: () => setComposing(false),
        },
      }}
    />
  );
}

/** What a filter offers: the values of a choice, or yes and no. */
const optionsOf = ({ kind, choices = [] }: Field): readonly { id: number | string; text: string }[] =>
  kind === 'boolean'
    ? [
        { id: 'true', text: text().form.yes },
        { id: 'false', text: text().form.no },
      ]
    : choices.map(({ id, label }) => ({ id, text: translate(label) }));

function ChoiceFilter({ field, value, onChange }: FilterProps) {
  // Several values at once come by a link alone; they stand as a chip.
  const single = Array.isArray(value) ? '' : (value ?? '');
  return (
    <TextField
      select
      label={translate(field.label)}
      value={single}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      sx={{ width: { xs: '100%', sm: 160 } }}
    >
      <MenuItem value="">{text().list.all}</MenuItem>
      {optionsOf(field).map((option) => (
        <MenuItem key={option.id} value={option.id}>
          {option.text}
        </MenuItem>
      ))}
    </TextField>
  );
}

const waiting = <Box sx={{ width: { xs: '100%', sm: 230 }, height: { xs: 44, sm: 38 } }} />;

/** A picker is dear to draw: it waits for a moment of its own, after the page and after what the list says first. */
function PickerFilter(props: FilterProps) {
  const isTime = useDeferredValue(true, false);
  const Picker = props.field.kind === 'tags' ? TagsFilter : RecordFilter;
  return <Suspense fallback={waiting}>{isTime ? <Picker {...props} /> : waiting}</Suspense>;
}

interface Props {
  entity: Entity;
  screen: ScreenDeclaration;
  /** What else can be done with the list; it stands at the end of the bar. */
  children: ReactNode;
}

/** Changes some of what narrows the list; what is empty narrows nothing. */
function useChange(): (more: Filters) => void {
  const { filterValues, setFilters } = useListFilterContext();
  return (more) => {
    const next = Object.entries({ ...filterValues, ...more }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    setFilters(Object.fromEntries(next), []);
  };
}

/** The declared filters of a list, one input each. */
function Filters({ entity, screen }: Omit<Props, 'children'>) {
  const { filterValues } = useListFilterContext();
  const role = useRole() ?? 'Subordinate';
  const change = useChange();
  return (
    <>
      {Object.entries(filterFields(entity, screen, role)).map(([name, field]) => {
        if (field.joined) {
          const isAll = filterValues[allOf(name)] !== undefined;
          return (
            <Suspense key={name} fallback={waiting}>
              <ManyFilter
                name={name}
                field={field}
                value={filterValues[isAll ? allOf(name) : name]}
                all={isAll}
                onChange={(ids, all) => change({ [name]: all ? undefined : ids, [allOf(name)]: all ? ids : undefined })}
              />
            </Suspense>
          );
        }
        const Filter = field.kind === 'reference' || field.kind === 'tags' ? PickerFilter : ChoiceFilter;
        return (
          <Filter
            key={name}
            name={name}
            field={field}
            value={filterValues[name]}
            onChange={(value) => change({ [name]: value })}
          />
        );
      })}
      {entity.list.range && (
        <RangeFilter
          label={labelOf(entity, entity.list.range)}
          range={filterValues}
          isDay={fieldOf(entity, entity.list.range)?.kind === 'date'}
          onChange={(range) => change({ ...range })}
        />
      )}
    </>
  );
}

/**
 * The search bar of a list, drawn from its declared filters; what it says is kept in the address. On a phone the search
 * alone stands there, and the rest in a sheet behind a button.
 */
export function FilterBar({ entity, screen, children }: Props) {
  const { filterValues, setFilters } = useListFilterContext();
  const change = useChange();
  const phone = usePhone();
  const active = Object.keys(filterValues).length > 0;
  const filters = <Filters entity={entity} screen={screen} />;
  const reset = active && <Button onClick={() => setFilters({}, [])}>{text().list.reset}</Button>;
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center', p: phone ? 1.5 : 2 }}>
      {entity.list.search && (
        <SearchInput value={String(filterValues.search ?? '')} onChange={(search) => change({ search })} />
      )}
      {phone ? (
        <FilterSheet entity={entity} tools={children}>
          {filters}
          {reset}
        </FilterSheet>
      ) : (
        <>
          {filters}
          {reset}
          <Box sx={{ ml: 'auto', display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>{children}</Box>
        </>
      )}
      <Suspense fallback={null}>{active && <FilterChips entity={entity} />}</Suspense>
    </Box>
  );
}
