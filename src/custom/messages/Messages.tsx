import { Box, Button, List, ListItemButton, ListItemText, Paper, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Page } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { momentText } from '../../resources/format.ts';
import { LoadFailed } from '../../resources/LoadFailed.tsx';
import { Pager } from '../../resources/Pager.tsx';
import { type Notice, useOpenNotice } from '../../shell/notifications.ts';

/** Every message, read or not (B25). */
export default function Messages() {
  const [page, setPage] = useState(1);
  const queries = useQueryClient();
  const open = useOpenNotice();
  const found = useQuery({
    queryKey: ['notification', page],
    queryFn: () => api<Page<Notice>>('/v1/notification/list', { query: { page }, quiet: true }),
  });
  const all = (what: 'update' | 'delete') =>
    call(what === 'update' ? 'notification_update_all' : 'notification_delete_all')
      .then(() => queries.invalidateQueries({ queryKey: ['notification'] }))
      .catch(() => undefined);
  const words = text().messages;
  const items = found.data?.items ?? [];
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, mb: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h1" variant="h1" sx={{ flex: 1 }}>
          {words.title}
        </Typography>
        <Button onClick={() => all('update')} disabled={items.length === 0}>
          {words.readAll}
        </Button>
        <Button color="error" onClick={() => all('delete')} disabled={items.length === 0}>
          {words.deleteAll}
        </Button>
      </Box>
      {found.error && <LoadFailed onRetry={() => found.refetch()} />}
      <Paper variant="outlined">
        {found.data && items.length === 0 && (
          <Typography color="text.secondary" sx={{ p: 6, textAlign: 'center' }}>
            {words.empty}
          </Typography>
        )}
        <List component="div" disablePadding>
          {items.map((notice) => (
            <ListItemButton key={notice.uuid} divider onClick={() => open(notice)}>
              <ListItemText
                primary={notice.notice_title}
                secondary={momentText(notice.created_at)}
                slotProps={{ primary: { sx: { fontWeight: notice.status ? 400 : 700 } } }}
              />
            </ListItemButton>
          ))}
        </List>
        {found.data && <Pager total={found.data.total} page={page} perPage={found.data.per_page} onPage={setPage} />}
      </Paper>
    </>
  );
}
