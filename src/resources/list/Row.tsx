import { memo, type ReactNode } from 'react';
import { type Entity, fieldOf } from '../../contract/entity.ts';
import type { RecordData } from '../custom/registry.tsx';
import { text } from '../i18n/text.ts';
import { Cell } from './cells.tsx';

/** What stands to the right in its column. */
export const rightKinds: ReadonlySet<string> = new Set(['integer', 'money']);

/** What needs some room, though it may break. */
const wideKinds: ReadonlySet<string> = new Set(['dateTime', 'reference', 'longText']);

interface Props {
  entity: Entity;
  columns: readonly string[];
  record: RecordData;
  onOpen: (id: number) => void;
  actions: (record: RecordData) => ReactNode;
  /** Whether the row is ticked; without it, it cannot be. */
  ticked: boolean | undefined;
  onTick: (id: number) => void;
}

const classOf = (entity: Entity, name: string): string | undefined => {
  const kind = fieldOf(entity, name)?.kind ?? '';
  return rightKinds.has(kind) ? 'right' : wideKinds.has(kind) ? kind : undefined;
};

/**
 * A row of a list, in plain elements: its look comes from the table, so that a hundred of them are drawn quickly.
 * Its first cell is a link, which opens the record here, or in a tab of its own.
 */
export const Row = memo(function Row({ entity, columns, record, onOpen, actions, ticked, onTick }: Props) {
  return (
    <tr className={ticked ? 'ticked' : undefined}>
      {ticked !== undefined && (
        <td className="tick">
          <input
            type="checkbox"
            checked={ticked}
            aria-label={text().views.select(String(record[entity.title] ?? record.id))}
            onChange={() => onTick(record.id)}
          />
        </td>
      )}
      {columns.map((name, index) => (
        <td key={name} className={classOf(entity, name)}>
          {index === 0 ? (
            <a
              href={`?id=${record.id}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(record.id);
              }}
            >
              <Cell entity={entity} name={name} record={record} />
            </a>
          ) : (
            <Cell entity={entity} name={name} record={record} />
          )}
        </td>
      ))}
      <td className="actions">{actions(record)}</td>
    </tr>
  );
});
