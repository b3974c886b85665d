import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import {
  Badge,
  Box,
  Button,
  IconButton,
  List,
  ListItemButton,
  ListItemText,
  Popover,
  Tooltip,
  Typography,
} from '@mui/material';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { text } from '../../i18n/text.ts';
import { NewRowsButton, usePendingChanges } from '../../resources/paging/NewRowsNotice.tsx';
import { dateTimeText } from '../../resources/values/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useOpenNotification, useUnreadNotifications } from './notifications.ts';

/** Messages are drawn in steps while the user scrolls, since there may be thousands. */
const drawStep = 50;

/** The bell and its popover, 400 px wide (R-MSG-01 to R-MSG-05). */
export function Bell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [drawn, setDrawn] = useState(drawStep);
  const isOpen = anchor !== null;
  const unread = useUnreadNotifications(isOpen);
  const pending = usePendingChanges(unread.data?.data);
  useEffect(() => {
    if (!isOpen) pending?.load();
  }, [isOpen, pending]);
  const open = useOpenNotification();
  const navigate = useNavigate();
  const items = unread.data?.data ?? [];
  const total = unread.data?.total ?? 0;
  const words = text().messages;
  return (
    <>
      <Tooltip title={words.bell}>
        <IconButton
          color="inherit"
          aria-label={`${words.bell}: ${words.unread(total)}`}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge variant="dot" invisible={total === 0}>
            <NotificationsNoneOutlined fontSize="small" />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={isOpen}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 400, maxWidth: 'calc(100vw - 32px)' }, elevation: 8 } }}
      >
        <Box sx={{ display: 'flex', px: 2, py: 1.5, alignItems: 'baseline', justifyContent: 'space-between' }}>
          <Typography component="h2" variant="h2">
            {words.title}
          </Typography>
          {pending && <NewRowsButton pending={pending} size="small" sx={{ ml: 'auto', mr: 1, my: -1 }} />}
          <Typography variant="body2" color="text.secondary">
            {words.unread(total)}
          </Typography>
        </Box>
        <List
          component="div"
          dense
          disablePadding
          sx={{ maxHeight: 360, overflowY: 'auto' }}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < 100) setDrawn(drawn + drawStep);
          }}
        >
          {items.slice(0, drawn).map((notice) => (
            <ListItemButton
              key={notice.uuid}
              onClick={() => {
                setAnchor(null);
                void open(notice);
              }}
            >
              <ListItemText primary={notice.notice_title} secondary={dateTimeText(notice.created_at)} />
            </ListItemButton>
          ))}
        </List>
        {unread.error && items.length === 0 && <LoadFailed onRetry={() => unread.refetch()} />}
        {unread.data && items.length === 0 && (
          <Typography variant="body2" color="text.secondary" sx={{ p: 3, textAlign: 'center' }}>
            {words.empty}
          </Typography>
        )}
        <Button
          fullWidth
          sx={{ borderTop: 1, borderColor: 'divider', borderRadius: 0, py: 1 }}
          onClick={() => {
            setAnchor(null);
            navigate('/message');
          }}
        >
          {words.more}
        </Button>
      </Popover>
    </>
  );
}
