import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Role } from '../../../contract/schema/access.ts';
import { queuesFor } from '../../../contract/schema/queue.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { text } from '../../i18n/text.ts';
import { clickGuardStyle, guardClicks } from '../../ui/clickGuard.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useContract } from '../ContractContext.ts';
import { OverflowTooltip } from '../list/table/OverflowTooltip.tsx';
import { QueueSection } from './QueueSection.tsx';
import { usePointerOrFocus } from './usePointerOrFocus.ts';
import { useAsking } from './useStableRows.ts';

interface Props {
  role: Role;
  /** What to do if nothing waits, as text and as a button. */
  hint: string;
  children?: ReactNode;
  /** Content below the queues; drawn when the heights of the queues are known, so that it does not jump. */
  below?: ReactNode;
}

const QueueSkeleton = () => (
  <Paper variant="outlined" sx={{ px: 2, py: 1.25 }}>
    {Array.from({ length: 4 }, (_, at) => (
      <Skeleton key={at} height={44} />
    ))}
  </Paper>
);

/** All queues of a role, as declared (issue 14, point 2). */
export function TaskQueue({ role, hint, children, below }: Props) {
  const { entities } = useContract();
  const queues = useMemo(() => queuesFor(entities, role, currentCaller()), [entities, role]);
  const [totals, setTotals] = useState<Readonly<Record<string, number | undefined>>>({});
  const onTotal = useCallback(
    (name: string, total: number | undefined) => setTotals((before) => ({ ...before, [name]: total })),
    [],
  );
  const container = useRef<HTMLElement>(null);
  const touched = usePointerOrFocus(container);
  const asking = useAsking();
  // A row that moves also moves those below it.
  const onMove = useCallback(() => guardClicks(container.current), []);
  const found = queues.map(({ entity, name }) => totals[`${entity} ${name}`]);
  const isKnown = found.every((total) => total !== undefined);
  const isEmpty = found.every((total) => total === 0);
  return (
    <>
      <Box
        ref={container}
        component="section"
        aria-label={text().queue.title}
        sx={{ display: 'grid', gap: 1.5, mb: 3, ...clickGuardStyle }}
      >
        <Typography component="h2" variant="h2">
          {text().queue.title}
        </Typography>
        <OverflowTooltip within={container} />
        {!isKnown && <QueueSkeleton />}
        <Box hidden={!isKnown} sx={{ gap: 1.5, '&:not([hidden])': { display: 'grid' } }}>
          {queues.map((queue) => (
            <QueueSection
              key={`${queue.entity} ${queue.name}`}
              queue={queue}
              onTotal={onTotal}
              touched={touched}
              asking={asking}
              onMove={onMove}
            />
          ))}
        </Box>
        {isEmpty && (
          <Paper variant="outlined">
            <EmptyState kind="empty" title={text().queue.nothing} hint={hint}>
              {children}
            </EmptyState>
          </Paper>
        )}
      </Box>
      {isKnown && below}
    </>
  );
}
