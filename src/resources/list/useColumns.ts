import { useMemo } from 'react';
import { useStore } from 'react-admin';
import type { Role } from '../../../contract/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../contract/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';

/** The columns of a list: all that may be seen, and those that are. */
export interface Columns {
  readonly all: readonly string[];
  readonly shown: readonly string[];
  readonly toggle: (name: string) => void;
}

/** Where react-admin's store keeps the columns that the reader hid in a list. */
export const columnsKey = (place: string): string => `columns ${place}`;

/** The columns that a role may read, without those that tell it nothing: whose its own records are. */
export const readableColumns = (entity: Entity, columns: readonly string[], role: Role): string[] =>
  columns.filter((name) => {
    const field = fieldOf(entity, name);
    return field && mayRead(field, role) && !field.ownFor?.includes(role);
  });

/** The columns that the reader wants to see, all but the optional at first; the choice is kept in this browser. */
export function useColumns(
  place: string,
  entity: Entity,
  columns: readonly string[],
  optional: readonly string[] = [],
): Columns {
  const [hidden, setHidden] = useStore<readonly string[]>(columnsKey(place), optional);
  const names = readableColumns(entity, columns, useRole() ?? 'Subordinate').join();
  return useMemo(() => {
    const all = names.split(',');
    const toggle = (name: string) =>
      setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]);
    // The first column opens the record, so it stays.
    const shown = all.filter((name, index) => index === 0 || !hidden.includes(name));
    return { all, shown, toggle };
  }, [names, hidden, setHidden]);
}
