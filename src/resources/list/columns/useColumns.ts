import { useMemo } from 'react';
import { useEvent, useStore } from 'react-admin';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { Columns } from '../../slotTypes.ts';
import { allowedWidth, type ChosenColumns, type ColumnWidths, parseWidths, toChosen } from '../views/listView.ts';
import { useOpenView } from '../views/openView.ts';

/** The key under which react-admin's store saves the reader's columns of a list. */
export const columnsKey = (listKey: string): string => `columns ${listKey}`;

/**
 * The columns that a role may read, without those that always have the same value for it: the owner of its own records.
 */
export const readableColumns = (entity: Entity, columns: readonly string[], role: Role): string[] =>
  columns.filter((name) => {
    const field = fieldOf(entity, name);
    return field && mayRead(field, role) && !field.fixedFor?.includes(role);
  });

/** Reads a saved choice of columns; an older format had only the hidden ones. */
function toChosenColumns(saved: unknown, optional: readonly string[]): Required<ChosenColumns> {
  if (Array.isArray(saved)) return { hidden: saved, order: [], widths: {} };
  const { hidden, order, widths } = (saved ?? {}) as Partial<ChosenColumns>;
  return {
    hidden: Array.isArray(hidden) ? hidden : optional,
    order: Array.isArray(order) ? order : [],
    widths: parseWidths(widths),
  };
}

/** The widths with another one for a column; without a width, the column is as wide as fits. */
function withWidth(widths: ColumnWidths, name: string, width: number | undefined): ColumnWidths {
  const { [name]: _before, ...others } = widths;
  if (width === undefined) return others;
  return { ...others, [name]: allowedWidth(width) };
}

/** The columns in the reader's order. The first column stays first; columns without a saved position come last. */
export function orderedColumns([first = '', ...others]: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => others.includes(name));
  return [first, ...known, ...others.filter((name) => !known.includes(name))];
}

/** The names with one of them moved to another position; the first one stays. */
export function moveColumn(names: readonly string[], name: string, to: number): string[] {
  const others = names.filter((one) => one !== name);
  const at = Math.min(Math.max(to, 1), others.length);
  return [...others.slice(0, at), name, ...others.slice(at)];
}

const noColumns: readonly string[] = [];

/** The columns of the open view, else those that the reader chose (saved per user), else all but the optional ones. */
export function useColumns(
  listKey: string,
  entity: Entity,
  columns: readonly string[],
  optional: readonly string[] = noColumns,
): Columns {
  const [ownColumns, setOwnColumns] = useStore<unknown>(columnsKey(listKey));
  const [view, setView] = useOpenView();
  const saved = view?.columns ?? ownColumns;
  const save = useEvent((next: ChosenColumns) =>
    view?.columns ? setView({ ...view, columns: toChosen(next) }) : setOwnColumns(toChosen(next)),
  );
  const names = readableColumns(entity, columns, useRole()).join();
  return useMemo(() => {
    const chosen = toChosenColumns(saved, optional);
    const { hidden, order, widths } = chosen;
    const all = orderedColumns(names.split(','), order);
    const toggle = (name: string) => {
      const next = hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name];
      save({ ...chosen, hidden: next });
    };
    const move = (name: string, to: number) => save({ ...chosen, order: moveColumn(all, name, to).slice(1) });
    const resize = (name: string, width: number | undefined) =>
      save({ ...chosen, widths: withWidth(widths, name, width) });
    const resetWidths = () => save({ hidden, order });
    const reset = () => save({ hidden: optional, order: [] });
    // The first column opens the record, so it is always shown.
    const shown = all.filter((name, index) => index === 0 || !hidden.includes(name));
    return { all, shown, chosen: toChosen(chosen), widths, toggle, move, resize, resetWidths, reset };
  }, [names, optional, saved, save]);
}
