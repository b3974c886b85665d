import { Button, IconButton, Tooltip } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';

type ButtonVariant = 'text' | 'outlined';

const TextButtonContext = createContext<ButtonVariant | undefined>(undefined);

/** Around where there is room for words: what is an icon in a row is a button there, and looks as those beside it do. */
export const AsTextButtons = ({ look = 'text', children }: { look?: ButtonVariant; children: ReactNode }) => (
  <TextButtonContext value={look}>{children}</TextButtonContext>
);

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
export function RowIcon({ action, name, onClick, children }: Props) {
  const label = `${action}: ${name}`;
  const words = useContext(TextButtonContext);
  if (words)
    return (
      <Button variant={words} aria-label={label} onClick={onClick}>
        {action}
      </Button>
    );
  return (
    <Tooltip title={action}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
