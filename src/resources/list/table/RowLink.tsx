import type { ReactNode } from 'react';

interface Props {
  id: number;
  /** The address that shows the record, for a tab of its own. */
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  children: ReactNode;
}

/** What names a record in a list: it opens the record here, or in a tab of its own. */
export const RowLink = ({ id, addressOf, onOpen, children }: Props) => (
  <a
    href={addressOf(id)}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onOpen(id);
    }}
  >
    {children}
  </a>
);
