import { useMemo } from 'react';
import { useEvent, useStore } from 'react-admin';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { Columns } from '../../slotTypes.ts';
import type { ChosenColumns } from '../views/listView.ts';
import { useOpenView } from '../views/openView.ts';

/** Where react-admin's store keeps the columns that the reader of a list chose. */
export const columnsKey = (place: string): string => `columns ${place}`;

/** The columns that a role may read, without those that tell it nothing: whose its own records are. */
export const readableColumns = (entity: Entity, columns: readonly string[], role: Role): string[] =>
  columns.filter((name) => {
    const field = fieldOf(entity, name);
    return field && mayRead(field, role) && !field.fixedFor?.includes(role);
  });

/** What is kept of a choice; once it was the hidden columns alone. */
function toChosenColumns(kept: unknown, optional: readonly string[]): ChosenColumns {
  if (Array.isArray(kept)) return { hidden: kept, order: [] };
  const { hidden, order } = (kept ?? {}) as Partial<ChosenColumns>;
  return { hidden: Array.isArray(hidden) ? hidden : optional, order: Array.isArray(order) ? order : [] };
}

/** The columns as their reader put them; one that they have not seen stands behind the others, the first one first. */
export function orderedColumns([first = '', ...others]: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => others.includes(name));
  return [first, ...known, ...others.filter((name) => !known.includes(name))];
}

/** With one of them at another place. */
export function moveColumn(names: readonly string[], name: string, to: number): string[] {
  const others = names.filter((one) => one !== name);
  const at = Math.min(Math.max(to, 1), others.length);
  return [...others.slice(0, at), name, ...others.slice(at)];
}

const noColumns: readonly string[] = [];

/** The columns of the open view, else those that the reader wants to see, all but the optional at first, which follow their user. */
export function useColumns(
  place: string,
  entity: Entity,
  columns: readonly string[],
  optional: readonly string[] = noColumns,
): Columns {
  const [own, setOwn] = useStore<unknown>(columnsKey(place));
  const [view, setView] = useOpenView();
  const kept = view?.columns ?? own;
  const setKept = useEvent((next: ChosenColumns) =>
    view?.columns ? setView({ ...view, columns: next }) : setOwn(next),
  );
  const names = readableColumns(entity, columns, useRole() ?? 'Subordinate').join();
  return useMemo(() => {
    const { hidden, order } = toChosenColumns(kept, optional);
    const all = orderedColumns(names.split(','), order);
    const toggle = (name: string) => {
      const next = hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name];
      setKept({ hidden: next, order });
    };
    const move = (name: string, to: number) => setKept({ hidden, order: moveColumn(all, name, to).slice(1) });
    const reset = () => setKept({ hidden: optional, order: [] });
    // The first column opens the record, so it stays.
    const shown = all.filter((name, index) => index === 0 || !hidden.includes(name));
    return { all, shown, chosen: { hidden, order }, toggle, move, reset };
  }, [names, optional, kept, setKept]);
}
