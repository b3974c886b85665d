import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Entity } from '../../../contract/entity.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { isAtOnce, type Taking, takingsOf } from './taking.ts';

/** A record whose dialog is open, and what is to be done with it; without that it is looked at. */
export interface Opened {
  readonly record: RecordData;
  readonly taking?: Taking | undefined;
}

const linesOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? []),
];

/** Gives the focus to the main button of the line that stands there now, or to the last one. */
function focusLine(list: HTMLElement | null, at: number): void {
  const lines = linesOf(list);
  const line = lines[Math.min(at, lines.length - 1)];
  (line?.querySelector<HTMLElement>('[data-main]') ?? line?.querySelector<HTMLElement>('button'))?.focus();
}

/** The same that was done with a record, for the next one; nothing where that ended something, or took one click. */
function sameFor(entity: Entity, taking: Taking | undefined, next: RecordData | undefined): Opened | undefined {
  if (!taking || !next || isAtOnce(taking) || taking.step.tone === 'danger') return undefined;
  const [same] = takingsOf(entity, [taking.step.name], next);
  return same && { record: next, taking: same };
}

/** Keeps the keyboard in the list: when the line that had the focus leaves, the one that takes its place has it. */
function useKeptFocus(records: readonly RecordData[], list: RefObject<HTMLElement | null>, isOpen: boolean) {
  const held = useRef<{ id: number | undefined; at: number }>(undefined);
  useEffect(() => {
    if (isOpen || !held.current || document.activeElement !== document.body) return;
    const { id, at } = held.current;
    if (!records.some((one) => one.id === id)) focusLine(list.current, at);
  }, [records, list, isOpen]);
  return ({ target }: FocusEvent) => {
    const at = linesOf(list.current).findIndex((line) => line.contains(target));
    if (at >= 0) held.current = { id: records[at]?.id, at };
  };
}

/**
 * Goes from one record to the next. What was done leaves the queue; then the keyboard stands at the line that takes its
 * place, or, where it was done in a dialog, that of the next record opens. In: the records as they stand, and their list.
 */
export function useLine(entity: Entity, records: readonly RecordData[], list: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<Opened>();
  const done = useRef(new Set<number>());
  const onFocus = useKeptFocus(records, list, opened !== undefined);
  const goOn = ({ record, taking }: Opened) => {
    done.current.add(record.id);
    const at = records.findIndex(({ id }) => id === record.id);
    const others = [...records.slice(at + 1), ...records.slice(0, Math.max(at, 0))];
    setOpened(
      sameFor(
        entity,
        taking,
        others.find(({ id }) => !done.current.has(id)),
      ),
    );
  };
  /** Closes the dialog of that record, unless the next one has taken its place already. */
  const close = ({ record }: Opened) => setOpened((now) => (now?.record.id === record.id ? undefined : now));
  return { opened, open: setOpened, close, goOn, onFocus };
}
