import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { Button, Checkbox, ListItemText, Menu, MenuItem } from '@mui/material';
import { useMemo, useState } from 'react';
import type { Entity } from '../../contract/entity.ts';
import { text } from '../i18n/text.ts';
import { labelOf } from './cells.tsx';
import { toggled } from './toggled.ts';

const keyOf = (place: string): string => `licence.columns ${place}`;

/** What the reader hid there; undefined as long as they chose nothing. */
function read(place: string): readonly string[] | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as unknown;
    return Array.isArray(found) ? found.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** The columns of a list: all that may be seen, and those that are. */
export interface Columns {
  readonly all: readonly string[];
  readonly shown: readonly string[];
  readonly toggle: (name: string) => void;
}

/** The columns of a list that its reader wants to see, all but the optional at first; the choice is kept in this browser. */
export function useColumns(place: string, columns: readonly string[], optional: readonly string[] = []): Columns {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(read(place) ?? optional));
  const names = columns.join();
  return useMemo(() => {
    const all = names.split(',');
    const toggle = (name: string) => {
      const next = toggled(hidden, name);
      localStorage.setItem(keyOf(place), JSON.stringify([...next]));
      setHidden(next);
    };
    // The first column opens the record, so it stays.
    const shown = all.filter((name, index) => index === 0 || !hidden.has(name));
    return { all, shown, toggle };
  }, [place, names, hidden]);
}

interface Props {
  entity: Entity;
  columns: readonly string[];
  shown: readonly string[];
  onToggle: (name: string) => void;
}

export function ColumnsButton({ entity, columns, shown, onToggle }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text().views.columns}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.slice(1).map((name) => (
          <MenuItem
            key={name}
            dense
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            onClick={() => onToggle(name)}
          >
            <Checkbox size="small" checked={shown.includes(name)} tabIndex={-1} aria-hidden sx={{ py: 0 }} />
            <ListItemText>{labelOf(entity, name)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
