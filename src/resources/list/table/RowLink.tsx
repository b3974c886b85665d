import type { ReactNode } from 'react';

interface Props {
  id: number;
  /** The address of the record, for opening it in a new tab. */
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  children: ReactNode;
}

/** The name of a record in a list, as a link that opens it here or in a new tab. */
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
