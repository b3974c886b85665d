import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import { Box, IconButton, InputAdornment, Popover, TextField } from '@mui/material';
import { Suspense, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { lazyChunk } from '../loadChunk.ts';
import type { useFieldInput } from './useFieldInput.tsx';
import type { useTyped } from './useTyped.ts';

const Calendar = lazyChunk(() => import('./Calendar.tsx'));

interface Props {
  state: ReturnType<typeof useFieldInput>;
  typing: ReturnType<typeof useTyped>;
  /** The day that what was typed is on. */
  day: Date | undefined;
  placeholder: string;
  onPick: (day: Date) => void;
}

/** What a day is typed into, with a calendar to pick it from. */
export function PickedField({ state, typing, day, placeholder, onPick }: Props) {
  const { input, below, label, required, disabled, name, invalid } = state;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const pick = (next: Date | undefined) => {
    setAnchor(null);
    if (next) onPick(next);
  };
  return (
    <>
      <TextField
        inputRef={input.ref}
        name={name}
        label={label}
        value={typing.typed}
        required={required}
        disabled={disabled}
        error={invalid}
        helperText={below}
        placeholder={placeholder}
        onChange={(event) => typing.type(event.target.value)}
        onBlur={() => {
          typing.settle();
          input.onBlur();
        }}
        slotProps={{
          htmlInput: { maxLength: 30 },
          input: { endAdornment: <PickDay label={label} disabled={disabled} onOpen={setAnchor} /> },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Suspense fallback={<Box sx={{ width: 280, height: 300 }} />}>
          <Box sx={{ p: 1.5 }}>
            <Calendar mode="single" selected={day} onSelect={pick} {...(day && { defaultMonth: day })} />
          </Box>
        </Suspense>
      </Popover>
    </>
  );
}

interface PickDayProps {
  label: string;
  disabled: boolean;
  onOpen: (anchor: HTMLElement) => void;
}

const PickDay = ({ label, disabled, onOpen }: PickDayProps) => (
  <InputAdornment position="end">
    <IconButton
      size="small"
      edge="end"
      disabled={disabled}
      aria-label={text().range.pick(label)}
      aria-haspopup="dialog"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <CalendarMonthOutlined fontSize="small" />
    </IconButton>
  </InputAdornment>
);
