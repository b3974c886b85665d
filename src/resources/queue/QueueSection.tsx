import { Box, Button, Link, Paper, Typography } from '@mui/material';
import { memo, useEffect, useLayoutEffect } from 'react';
import { Link as RouterLink } from 'react-router';
import { listAddress } from '../../../contract/relations/embeddedLists.ts';
import type { NamedQueue } from '../../../contract/schema/queue.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { touchLinkStyle } from '../../ui/breakpoints.ts';
import { LazyDialog } from '../../ui/dialog/LazyDialog.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useContract } from '../ContractContext.ts';
import { NewRowsButton } from '../paging/NewRowsNotice.tsx';
import { numberText } from '../values/format.ts';
import { QueueDialog } from './QueueDialog.tsx';
import { QueueRow } from './QueueRow.tsx';
import { useNextInQueue } from './useNextInQueue.ts';
import type { PointerOrFocus } from './usePointerOrFocus.ts';
import { useQueue } from './useQueue.ts';
import { type Asking, useStableRows } from './useStableRows.ts';

const noRecords: readonly RecordData[] = [];

/** In the line of the heading, so that it moves nothing. */
const noticeStyle = { ml: 'auto', my: -1, minHeight: { xs: 44, sm: 0 } } as const;

interface Props {
  queue: NamedQueue;
  /** Receives the number of waiting records; undefined while it is unknown. */
  onTotal: (name: string, total: number | undefined) => void;
  /** Where the pointer and the focus are, for all queues. */
  touched: PointerOrFocus;
  /** Called when rows come, go or move. */
  onMove: () => void;
  /** The question that is asked in a row. */
  asking: Asking;
}

/**
 * One queue: its number of records, and the records with their actions, the longest waiting first; hidden if it is
 * empty. It is not drawn again when another queue arrives.
 */
export const QueueSection = memo(function Section({ queue, onTotal, touched, onMove, asking }: Props) {
  const entity = useContract().entity(queue.entity);
  const { records: found = noRecords, total, error, retry, rest, showMore } = useQueue(queue);
  const { rows: records, pending, isInQueue } = useStableRows(entity, found, touched);
  const { opened, open, close, goToNext } = useNextInQueue(entity, records.filter(isInQueue));
  const to = listAddress(entity, useRole(), queue.only);
  const key = `${queue.entity} ${queue.name}`;
  useEffect(() => onTotal(key, error ? Number.NaN : total), [key, onTotal, error, total]);
  const lines = records.map(({ id }) => id).join();
  useLayoutEffect(onMove, [lines]);
  return (
    <>
      {(error || records.length > 0) && (
        <Paper variant="outlined" component="section" aria-label={translate(queue.label)} sx={{ overflow: 'hidden' }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', px: 2, py: 1.25 }}>
            <Typography component="h3" variant="h3">
              {to ? (
                <Link component={RouterLink} to={to} color="inherit" underline="hover" sx={touchLinkStyle}>
                  {translate(queue.label)}
                </Link>
              ) : (
                // The same height as with a link inside.
                <Box component="span" sx={touchLinkStyle}>
                  {translate(queue.label)}
                </Box>
              )}
            </Typography>
            {total !== undefined && (
              <Typography component="span" variant="body2" color="text.secondary">
                {numberText(total)}
              </Typography>
            )}
            {pending && <NewRowsButton pending={pending} size="small" sx={noticeStyle} />}
          </Box>
          {error && records.length === 0 && (
            <Box sx={{ px: 2 }}>
              <LoadFailed onRetry={retry} />
            </Box>
          )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {records.map((record) => (
              <QueueRow
                key={record.id}
                entity={entity}
                queue={queue}
                record={record}
                gone={!isInQueue(record)}
                onOpen={open}
                asking={asking}
              />
            ))}
          </Box>
          {rest > 0 && (
            <Box sx={{ px: 1.375, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
              <Button onClick={showMore}>{text().queue.more(numberText(rest))}</Button>
            </Box>
          )}
        </Paper>
      )}
      <LazyDialog onClose={() => opened && close(opened)}>
        {opened && (
          <QueueDialog
            key={opened.record.id}
            entity={entity}
            {...opened}
            onClose={() => close(opened)}
            onDone={() => goToNext(opened)}
          />
        )}
      </LazyDialog>
    </>
  );
});
