import { Box, Button, TextField } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useListFilterContext } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { ScreenDeclaration } from '../../../../contract/schema/screen.ts';
import { text } from '../../../i18n/text.ts';
import { useIsPhone } from '../../../ui/breakpoints.ts';
import { FilterSet, useActiveFilterCount } from './FilterSet.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { useChangeFilters } from './useChangeFilters.ts';

interface SearchProps {
  value: string;
  onChange: (value: string) => void;
  /** True next to another button in a narrow bar. */
  isSmall?: boolean;
}

/** Searches after a pause in typing, and not while an input method is composing text. */
export function SearchInput({ value, onChange, isSmall = false }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const [composing, setComposing] = useState(false);
  // A trailing space starts the next word, so the typed text remains as long as it means the same.
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
      sx={isSmall ? { flex: '1 1 110px' } : { width: 220, flexGrow: { xs: 1, sm: 0 } }}
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

interface Props {
  entity: Entity;
  screen: ScreenDeclaration;
  /** True if a record is open next to the list, which is then as narrow as on a phone. */
  isBesideRecord?: boolean;
  /** The choice of how the list shows its records. */
  displays?: ReactNode;
  /** Further tools, at the end of the bar. */
  children: ReactNode;
}

/**
 * The bar of a list: its search and its declared filters as chips, saved in the address. On a phone and next to a
 * record, it shows only the search and the active filters; all filters are in a sheet that a button opens.
 */
export function FilterBar({ entity, screen, isBesideRecord = false, displays, children }: Props) {
  const { filterValues, setFilters } = useListFilterContext();
  const change = useChangeFilters();
  const isPhone = useIsPhone();
  const isSmall = isPhone || isBesideRecord;
  const count = useActiveFilterCount(entity, screen);
  const reset = Object.keys(filterValues).length > 0 && (
    <Button onClick={() => setFilters({}, [])}>{text().list.reset}</Button>
  );
  const filters = (
    <>
      <FilterSet entity={entity} screen={screen} />
      {reset}
    </>
  );
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: isSmall ? 1.5 : 2 }}>
      {entity.list.search && (
        <SearchInput
          value={String(filterValues.search ?? '')}
          onChange={(search) => change({ search })}
          isSmall={isBesideRecord}
        />
      )}
      {isSmall ? (
        <>
          <FilterSheet entity={entity} count={count} tools={children}>
            {filters}
          </FilterSheet>
          {displays}
          <FilterSet entity={entity} screen={screen} onlyActive />
        </>
      ) : (
        <>
          {filters}
          <Box sx={{ ml: 'auto', display: 'flex', gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
            {displays}
            {children}
          </Box>
        </>
      )}
    </Box>
  );
}
