import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useCallback, useState } from 'react';
import type { Role } from '../../../contract/access.ts';
import { entities } from '../../../contract/index.ts';
import { queuesFor } from '../../../contract/queue.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../EmptyState.tsx';
import { QueueSection } from './QueueSection.tsx';

interface Props {
  role: Role;
  /** What to do where nothing waits, in words and as a button. */
  hint: string;
  children?: ReactNode;
}

/** All that waits for a role, as the declarations say it (issue 14, point 2). */
export function Queue({ role, hint, children }: Props) {
  const queues = queuesFor(entities, role);
  const [totals, setTotals] = useState<Readonly<Record<string, number | undefined>>>({});
  const onTotal = useCallback(
    (name: string, total: number | undefined) => setTotals((before) => ({ ...before, [name]: total })),
    [],
  );
  const isEmpty = queues.every(({ entity, name }) => totals[`${entity} ${name}`] === 0);
  return (
    <Box component="section" aria-label={text().queue.title} sx={{ display: 'grid', gap: 1.5, mb: 3 }}>
      <Typography component="h2" variant="h2">
        {text().queue.title}
      </Typography>
      {queues.map((queue) => (
        <QueueSection key={`${queue.entity} ${queue.name}`} queue={queue} onTotal={onTotal} />
      ))}
      {isEmpty && (
        <Paper variant="outlined">
          <EmptyState kind="empty" title={text().queue.nothing} hint={hint}>
            {children}
          </EmptyState>
        </Paper>
      )}
    </Box>
  );
}
