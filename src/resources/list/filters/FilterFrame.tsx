import { Box } from '@mui/material';
import type { KeyboardEvent, ReactNode } from 'react';
import { text } from '../../../i18n/text.ts';
import { RemoveFilter } from './RemoveFilter.tsx';

interface Props {
  label: string;
  /** True if the filter is active. */
  isOn: boolean;
  /** Removes the filter; undefined for a permanent filter without a value. */
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}

const frameStyle = (isOn: boolean) => ({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: { xs: '100%', sm: 340 },
  minHeight: { xs: 44, sm: 34 },
  border: 1,
  borderColor: isOn ? 'secondary.main' : 'action.disabled',
  borderRadius: '17px',
  bgcolor: isOn ? 'action.selected' : 'transparent',
  overflow: 'hidden',
  '&:has(:focus-visible)': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
});

/** A touch target on a phone. */
const removeIconStyle = {
  boxSizing: 'border-box',
  flexShrink: 0,
  color: 'text.secondary',
  cursor: 'pointer',
  width: { xs: 44, sm: 18 },
  height: { xs: 44, sm: 18 },
  p: { xs: '13px', sm: 0 },
  ml: { xs: -1, sm: -0.5 },
  mr: { xs: 0, sm: 0.75 },
} as const;

/** A filter as a chip: its value is edited in it, and its cross or the Delete key removes it. */
export function FilterFrame({ label, isOn, onRemove, children }: Props) {
  const press = ({ key, target }: KeyboardEvent) => {
    const isTyping = (target as Element).closest('input, [role=dialog], [role=listbox]');
    if (onRemove && !isTyping && (key === 'Delete' || key === 'Backspace')) onRemove();
  };
  return (
    <Box role="listitem" onKeyDown={press} sx={frameStyle(isOn)}>
      {children}
      {onRemove && <RemoveFilter label={text().list.removeFilter(label)} onClick={onRemove} sx={removeIconStyle} />}
    </Box>
  );
}
