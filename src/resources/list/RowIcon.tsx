import { IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  /** What it does. */
  action: string;
  /** What it does it to, so that one row's button is told from another's. */
  name: string;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

/** A button of a row that shows an icon alone. */
export const RowIcon = ({ action, name, onClick, children }: Props) => (
  <Tooltip title={action}>
    <IconButton size="small" aria-label={`${action}: ${name}`} onClick={onClick}>
      {children}
    </IconButton>
  </Tooltip>
);
