import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { useListFilterContext } from 'react-admin';
import { kinds } from '../../../../contract/kinds/index.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { ScreenDeclaration } from '../../../../contract/schema/screen.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { text } from '../../../i18n/text.ts';
import { type FilterEditorProps, useDialogSlots } from '../../dialogSlots.ts';
import { barFilters, type FilterValues, isFilterActive, type ListFilter } from './activeFilters.ts';
import { FilterFrame } from './FilterFrame.tsx';
import { ChoiceFilter } from './inputs/ChoiceFilter.tsx';
import { RangeFilter } from './inputs/RangeFilter.tsx';
import { useChangeFilters } from './useChangeFilters.ts';

const editorPlaceholder = <Box sx={{ width: 120, height: { xs: 44, sm: 32 } }} />;

function FilterEditor({ filter, values, isNew, onChange }: FilterEditorProps) {
  const { PickerFilter, TextFilter, TypedFilter } = useDialogSlots();
  const { name, label, field, editor } = filter;
  if (editor === 'choice' && field)
    return (
      <ChoiceFilter
        name={name}
        field={field}
        isNew={isNew}
        value={values[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  if (editor === 'range')
    return (
      <RangeFilter
        label={label}
        isNew={isNew}
        range={values}
        isDay={field !== undefined && kinds[field.kind].time === 'day'}
        onChange={(range) => onChange({ ...range })}
      />
    );
  return (
    <Suspense fallback={editorPlaceholder}>
      {editor === 'picked' && <PickerFilter filter={filter} values={values} isNew={isNew} onChange={onChange} />}
      {editor === 'typed' && <TypedFilter filter={filter} values={values} isNew={isNew} onChange={onChange} />}
      {editor === 'given' && <TextFilter filter={filter} values={values} />}
    </Suspense>
  );
}

interface AddProps {
  filters: readonly ListFilter[];
  button: RefObject<HTMLButtonElement | null>;
  onAdd: (name: string) => void;
}

function AddFilter({ filters, button, onAdd }: AddProps) {
  const { AddFilterMenu } = useDialogSlots();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        ref={button}
        startIcon={<Add />}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text().list.addFilter}
      </Button>
      <Suspense fallback={null}>
        {anchor && (
          <AddFilterMenu
            anchor={anchor}
            filters={filters}
            onAdd={(name) => {
              close();
              onAdd(name);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/** The filters of a list for the user's role. */
function useBarFilters(entity: Entity, screen: ScreenDeclaration) {
  const { filterValues: values, displayedFilters: added = {} } = useListFilterContext();
  return barFilters(entity, screen, useRole(), values, added);
}

/** The number of active filters. */
export function useActiveFilterCount(entity: Entity, screen: ScreenDeclaration): number {
  const { filterValues } = useListFilterContext();
  return useBarFilters(entity, screen).shown.filter((one) => isFilterActive(one, filterValues)).length;
}

interface Props {
  entity: Entity;
  screen: ScreenDeclaration;
  /** True to show only active filters, without a button to add one. */
  onlyActive?: boolean;
}

/** The filters of a list as chips, each edited in place, and the button to add one. */
export function FilterSet({ entity, screen, onlyActive = false }: Props) {
  const { filterValues: values, displayedFilters: added = {} } = useListFilterContext();
  const change = useChangeFilters();
  const [newest, setNewest] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const { shown, permanent, addable } = useBarFilters(entity, screen);
  const drawn = onlyActive ? shown.filter((one) => isFilterActive(one, values)) : shown;
  // The editor opens only once: a filter that comes back later, for example with a view, must not open it.
  const edit = (more: FilterValues) => {
    setNewest(undefined);
    change(more);
  };
  const remove = ({ name, keys }: ListFilter) => {
    setNewest(undefined);
    const { [name]: _, ...others } = added;
    change(Object.fromEntries(keys.map((key) => [key, undefined])), others);
    button.current?.focus();
  };
  const add = (name: string) => {
    setNewest(name);
    change({}, { ...added, [name]: true });
  };
  return (
    <>
      {drawn.length > 0 && (
        <Box role="list" aria-label={text().list.filters} sx={{ display: 'contents' }}>
          {drawn.map((filter) => (
            <FilterFrame
              key={filter.name}
              label={filter.label}
              isOn={isFilterActive(filter, values)}
              onRemove={
                isFilterActive(filter, values) || !permanent.includes(filter) ? () => remove(filter) : undefined
              }
            >
              <FilterEditor filter={filter} values={values} isNew={newest === filter.name} onChange={edit} />
            </FilterFrame>
          ))}
        </Box>
      )}
      {!onlyActive && addable.length > 0 && <AddFilter filters={addable} button={button} onAdd={add} />}
    </>
  );
}
