import Close from '@mui/icons-material/Close';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import {
  AddNotificationContext,
  Notification,
  type NotificationPayload,
  useCloseNotification,
  useNotificationContext,
} from 'react-admin';
import { createPortal } from 'react-dom';
import { openAlert, subscribeAlert } from '../../authProvider/sessionAlert.ts';
import { ConsoleQueryClient } from '../../dataProvider/queryClient.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';

/** Within this time, in milliseconds, the same notice is told once: a stock page tells of a failure, and so do we. */
const together = 250;
/** What react-admin says of a failure without a message; such a failure is silent (SPEC 8). */
const wordless = 'ra.notification.http_error';

/** Takes react-admin's notices of what is below, each once. */
export function OneNoticeEach({ children }: { children: ReactNode }) {
  const add = useContext(AddNotificationContext);
  const last = useRef<{ message: unknown; at: number }>(undefined);
  const addOnce = useCallback(
    (notification: NotificationPayload) => {
      const { message } = notification;
      const before = last.current;
      const repeated = before !== undefined && before.message === message && Date.now() - before.at < together;
      if (message === wordless || repeated) return;
      last.current = { message, at: Date.now() };
      add(notification);
    },
    [add],
  );
  return <AddNotificationContext.Provider value={addOnce}>{children}</AddNotificationContext.Provider>;
}

/** Has every failed read and write told, unless it was a quiet one. */
function useFailures(queries: QueryClient): void {
  const notice = useNotice();
  useEffect(() => {
    if (queries instanceof ConsoleQueryClient) queries.tell = notice.error;
  }, [queries, notice]);
}

function CloseButton() {
  const close = useCloseNotification();
  return (
    <IconButton size="small" color="inherit" aria-label={text().actions.close} onClick={close}>
      <Close fontSize="small" />
    </IconButton>
  );
}

/** How long a notice stays, in milliseconds, and how long while others wait behind it. */
const [alone, inQueue] = [5000, 3000];

const content = { flexWrap: 'nowrap', alignItems: 'flex-start' } as const;

/** react-admin's notification, one after the other, above whatever dialog is open. */
export function Notices() {
  useFailures(useQueryClient());
  const layer = useRef<HTMLDivElement>(null);
  const { notifications } = useNotificationContext();
  // An open dialog hides all that it found in the page from assistive technology; a notice is heard all the same.
  useEffect(() => layer.current?.removeAttribute('aria-hidden'), [notifications]);
  // MUI's Portal would draw the frame anew once it stands.
  return createPortal(
    <div ref={layer}>
      <Notification
        autoHideDuration={notifications.length > 0 ? inQueue : alone}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        action={<CloseButton />}
        slotProps={{ content: { sx: content }, clickAwayListener: { mouseEvent: false, touchEvent: false } }}
      />
    </div>,
    document.body,
  );
}

/** The one modal alert of a lost session (R-ERR-03). */
export function SessionAlert() {
  const alert = useSyncExternalStore(subscribeAlert, openAlert);
  return (
    <Dialog open={alert !== undefined} role="alertdialog" aria-labelledby="alert-title">
      <DialogTitle id="alert-title">{text().alert.title}</DialogTitle>
      <DialogContent>{alert?.message}</DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={() => alert?.confirm()}>
          {text().alert.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
