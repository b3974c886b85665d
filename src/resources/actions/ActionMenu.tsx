import MoreHoriz from '@mui/icons-material/MoreHoriz';
import { Popover } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { AsTextButtons, RowIcon } from './RowIcon.tsx';

interface Props {
  /** The name of the record. */
  name: string;
  /** All actions of the row. */
  children: ReactNode;
}

/** The menu lists its actions below each other, with text; the first action stays in the row. */
const menuStyle = {
  display: 'grid',
  p: 0.5,
  minWidth: 140,
  '& > :not(* + *)': { display: 'none' },
  '& > .MuiButton-root': { justifyContent: 'flex-start', minHeight: 40, px: 1.5 },
};

/** The further actions of a row in a menu, where all buttons would need too much of the row's width. */
export function ActionMenu({ name, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <span className="more" ref={anchor}>
      <RowIcon action={text().actions.more} name={name} onClick={() => setOpen(true)}>
        <MoreHoriz fontSize="small" />
      </RowIcon>
      {isOpen && (
        <Popover
          open
          anchorEl={anchor.current}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': `${text().actions.more}: ${name}`, onClick: close, sx: menuStyle },
          }}
        >
          <AsTextButtons>{children}</AsTextButtons>
        </Popover>
      )}
    </span>
  );
}
