import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { Button, Checkbox, ListItemText, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import type { Entity } from '../../../contract/entity.ts';
import { text } from '../../i18n/text.ts';
import { labelOf } from '../cells.tsx';

interface Props {
  entity: Entity;
  columns: readonly string[];
  shown: readonly string[];
  onToggle: (name: string) => void;
}

/** Lets the reader choose the columns of a list. */
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
