import { Box, Button, Skeleton, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useId } from 'react';
import { text } from '../../../i18n/text.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { ChoiceChip } from '../../values/ChoiceChip.tsx';
import { numberText } from '../../values/format.ts';
import type { BoardColumn } from './useBoard.ts';

/** The most records of a column that are shown here; the others are in the table. */
const mostShown = 100;

const columnStyle = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  p: 1,
  minWidth: 0,
  borderRadius: 2,
  bgcolor: 'action.hover',
  outline: '2px solid transparent',
  outlineOffset: -2,
  transition: 'opacity 120ms',
  '&[data-drop=open]': { outlineColor: 'var(--focus)' },
  '&[data-drop=closed]': { opacity: 0.55 },
  '@media print': { bgcolor: 'transparent', p: 0, mb: 2 },
} as const;

interface Props {
  column: BoardColumn;
  /** Whether the card that is dragged may be dropped here; undefined while none is. */
  drop: 'open' | 'closed' | undefined;
  onDrop: (anchor: HTMLElement) => void;
  /** Shows the records of the column in the table. */
  onShowAll: () => void;
  /** True to leave out the heading, which a tab has. */
  isNamed?: boolean;
  children: ReactNode;
}

/** A column of a board: its name, the number of its records, and their cards. */
export function Column({ column, drop, onDrop, onShowAll, isNamed = false, children }: Props) {
  const id = useId();
  const { choice, records, total, error, rest, showMore, retry } = column;
  const allow = (event: DragEvent) => {
    if (drop !== 'open') return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
  };
  const take = (event: DragEvent<HTMLElement>) => {
    if (drop !== 'open') return;
    event.preventDefault();
    onDrop(event.currentTarget);
  };
  return (
    <Box
      component="section"
      data-column={choice.id}
      data-drop={drop}
      aria-labelledby={id}
      onDragOver={allow}
      onDrop={take}
      sx={columnStyle}
    >
      <Typography
        component="h2"
        variant="body2"
        id={id}
        sx={{ display: isNamed ? 'none' : 'flex', gap: 1, alignItems: 'center', px: 0.5, fontWeight: 600 }}
      >
        <ChoiceChip choices={[choice]} value={choice.id} />
        {records && (
          <Typography component="span" variant="body2" color="text.secondary">
            {numberText(total)}
          </Typography>
        )}
      </Typography>
      {error && !records && <LoadFailed onRetry={retry} />}
      <Box
        component="ul"
        aria-labelledby={id}
        aria-busy={!records && !error}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {!records &&
          !error &&
          [0, 1, 2].map((at) => <Skeleton key={at} component="li" variant="rounded" height={88} />)}
        {children}
      </Box>
      {records?.length === 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 0.5, py: 1 }}>
          {text().display.none}
        </Typography>
      )}
      {rest > 0 && <Button onClick={showMore}>{text().queue.more(numberText(rest))}</Button>}
      {rest === 0 && total > mostShown && <Button onClick={onShowAll}>{text().display.showAll}</Button>}
    </Box>
  );
}
