import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import { Box, ButtonBase, Popover, type PopoverActions } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  /** The value of the filter, as text. */
  summary: ReactNode;
  /** True if the filter has just been added, so that its editor opens at once. */
  isNew?: boolean | undefined;
  /**
   * The editor.
   * @param close Closes it.
   * @param place Positions it again when its width has changed.
   */
  children: (close: () => void, place: () => void) => ReactNode;
}

/** The value of a filter as a button; its editor opens below. */
export function FilterButton({ label, summary, isNew, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<PopoverActions>(null);
  useEffect(() => {
    if (isNew) setOpen(true);
  }, [isNew]);
  const close = () => setOpen(false);
  return (
    <>
      <ButtonBase
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        sx={{
          pl: 1.5,
          pr: 0.875,
          py: 0.75,
          minWidth: 0,
          fontSize: 13,
          lineHeight: '20px',
          minHeight: { xs: 44, sm: 32 },
        }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {summary}
        </Box>
        <ArrowDropDown aria-hidden sx={{ fontSize: 18, flexShrink: 0, color: 'action.active' }} />
      </ButtonBase>
      <Popover
        open={isOpen}
        action={popover}
        anchorEl={() => button.current}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5, width: 'max-content' } } }}
      >
        {children(close, () => popover.current?.updatePosition())}
      </Popover>
    </>
  );
}
