import { Button, IconButton, Tooltip } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';

type ButtonVariant = 'text' | 'outlined';

const TextButtonContext = createContext<ButtonVariant | undefined>(undefined);

/** Draws the row icons inside it as buttons with text, in the given variant. */
export const AsTextButtons = ({ look = 'text', children }: { look?: ButtonVariant; children: ReactNode }) => (
  <TextButtonContext value={look}>{children}</TextButtonContext>
);

interface Props {
  /** The action, as text. */
  action: string;
  /** The name of the record, so that screen readers can distinguish the buttons of the rows. */
  name: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button of a row that shows only an icon. */
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
