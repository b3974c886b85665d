import { Box, Button, List, ListItemButton, ListItemText, Paper, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { notification } from '../../../contract/entities/notification.ts';
import { stableList } from '../../dataProvider/live/pendingChanges.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { NewRowsNotice } from '../../resources/paging/NewRowsNotice.tsx';
import { Pager } from '../../resources/paging/Pager.tsx';
import { dateTimeText, numberText } from '../../resources/values/format.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { type NotificationRecord, useOpenNotification } from './notifications.ts';

const perPage = 20;

/** Buttons that mark all messages as read, or delete all after a confirmation. */
function MessageActions({ total }: { total: number }) {
  const disabled = total === 0;
  const openDialog = useOpenDialog();
  const readAll = useEndpointMutation('notification_update_all');
  const deleteAll = useEndpointMutation('notification_delete_all');
  const words = text().messages;
  const ask = () =>
    openDialog((close) => (
      <ConfirmDialog
        title={words.deleteAll}
        danger
        yes={words.deleteAll}
        onYes={() => deleteAll.mutateAsync({})}
        onClose={close}
      >
        {words.askDeleteAll(numberText(total))}
      </ConfirmDialog>
    ));
  return (
    <>
      <Button onClick={() => readAll.mutate({})} disabled={disabled || readAll.isPending}>
        {words.readAll}
      </Button>
      <Button color="error" onClick={ask} disabled={disabled}>
        {words.deleteAll}
      </Button>
    </>
  );
}

/** As high as the rows that follow. */
const MessagesSkeleton = () => (
  <Box sx={{ px: 2, py: 1 }}>
    {Array.from({ length: 6 }, (_, at) => (
      <Skeleton key={at} height={60} />
    ))}
  </Box>
);

/** All messages, read or unread (B25). */
export default function Messages() {
  const [page, setPage] = useState(1);
  const open = useOpenNotification();
  const sort = { field: 'created_at', order: 'DESC' } as const;
  const params = { pagination: { page, perPage }, sort, meta: { quiet: true } };
  const {
    data,
    total = 0,
    isPending,
    error,
    refetch,
  } = useGetList<NotificationRecord>('notification', params, stableList);
  const items = data ?? [];
  const words = text().messages;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, mb: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" variant="h1" sx={{ flex: 1 }}>
          {translate(notification.labels)}
        </Typography>
        <MessageActions total={total} />
      </Box>
      {error && <LoadFailed onRetry={() => refetch()} />}
      <Paper variant="outlined">
        <NewRowsNotice rows={data} isInner />
        {!isPending && !error && items.length === 0 && (
          <EmptyState kind="empty" thing="message" title={words.empty} hint={text().list.emptyHint} />
        )}
        {isPending && <MessagesSkeleton />}
        <List component="div" disablePadding>
          {items.map((notice) => (
            <ListItemButton key={notice.uuid} divider onClick={() => open(notice)}>
              <ListItemText
                primary={notice.notice_title}
                secondary={dateTimeText(notice.created_at)}
                slotProps={{ primary: { sx: { fontWeight: notice.status ? 400 : 700 } } }}
              />
            </ListItemButton>
          ))}
        </List>
        <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
      </Paper>
    </>
  );
}
