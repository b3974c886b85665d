import Close from '@mui/icons-material/Close';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  AddNotificationContext,
  Notification,
  type NotificationPayload,
  useCloseNotification,
  useNotificationContext,
} from 'react-admin';
import { createPortal } from 'react-dom';
import { readSession, subscribeSession } from '../../authProvider/session.ts';
import { currentSessionAlert, subscribeSessionAlert } from '../../authProvider/sessionAlert.ts';
import { displayName, isActing } from '../../authProvider/useSession.ts';
import { ConsoleQueryClient } from '../../dataProvider/queryClient.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { skipLeaveWarning } from '../../ui/dialog/unsaved.ts';

/**
 * The same notice is shown once within this time, in milliseconds: react-admin's own pages report a failure, and so
 * does the query client.
 */
const repeatWindowMs = 250;
/** react-admin's text for a failure without a message; such failures are silent (SPEC 8). */
const noMessageKey = 'ra.notification.http_error';

/** Passes on the notices of its children to react-admin, without repetitions. A new notice replaces those before it. */
export function UniqueNotices({ children }: { children: ReactNode }) {
  const add = useContext(AddNotificationContext);
  const { resetNotifications } = useNotificationContext();
  const last = useRef<{ message: unknown; at: number }>(undefined);
  const addOnce = useCallback(
    (notification: NotificationPayload) => {
      const { message } = notification;
      const before = last.current;
      const repeated = before !== undefined && before.message === message && Date.now() - before.at < repeatWindowMs;
      if (message === noMessageKey || repeated) return;
      last.current = { message, at: Date.now() };
      resetNotifications();
      add(notification);
    },
    [add],
  );
  return <AddNotificationContext.Provider value={addOnce}>{children}</AddNotificationContext.Provider>;
}

/** Shows the message of every failed read and write, unless it was quiet. */
function useShowFailures(queries: QueryClient): void {
  const notice = useNotice();
  useEffect(() => {
    if (queries instanceof ConsoleQueryClient) queries.showError = notice.error;
  }, [queries, notice]);
}

/** Says whose session it is again when acting has ended, in this tab or in another one (C12). */
function useShowEndOfActing(): void {
  const notice = useNotice();
  useEffect(() => {
    let before = readSession();
    return subscribeSession(() => {
      const now = readSession();
      const hasEnded = isActing(before) && now !== undefined && !isActing(now);
      before = now;
      if (hasEnded) notice.success(text().done.backAs(displayName(now.user)));
    });
  }, [notice]);
}

function CloseButton() {
  const close = useCloseNotification();
  return (
    <IconButton size="small" color="inherit" aria-label={text().actions.close} onClick={close}>
      <Close fontSize="small" />
    </IconButton>
  );
}

/** How long a notice stays, in milliseconds. */
const shownMs = 5000;

const contentStyle = { flexWrap: 'nowrap', alignItems: 'flex-start' } as const;

/** Counts the notices, so that each is drawn anew in place of the one before. */
function useSerial(notifications: readonly NotificationPayload[]): number {
  const newest = notifications.at(-1);
  const [drawn, setDrawn] = useState({ newest, serial: 0 });
  if (newest && newest !== drawn.newest) setDrawn({ newest, serial: drawn.serial + 1 });
  return drawn.serial;
}

/** The latest of react-admin's notifications, above any open dialog. */
export function Notices() {
  useShowFailures(useQueryClient());
  useShowEndOfActing();
  const layer = useRef<HTMLDivElement>(null);
  const { notifications } = useNotificationContext();
  // MUI hides everything outside an open dialog from assistive technology; notices must still be announced.
  useEffect(() => layer.current?.removeAttribute('aria-hidden'), [notifications]);
  // Not MUI's Portal: it would draw the frame a second time after mounting.
  return createPortal(
    <div ref={layer}>
      <Notification
        key={useSerial(notifications)}
        autoHideDuration={shownMs}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        action={<CloseButton />}
        slotProps={{ content: { sx: contentStyle }, clickAwayListener: { mouseEvent: false, touchEvent: false } }}
      />
    </div>,
    document.body,
  );
}

/** The alert that the session has ended (R-ERR-03). */
export function SessionAlert() {
  const alert = useSyncExternalStore(subscribeSessionAlert, currentSessionAlert);
  const confirm = () => {
    skipLeaveWarning();
    alert?.confirm();
  };
  return (
    <Dialog open={alert !== undefined} role="alertdialog" aria-labelledby="alert-title">
      <DialogTitle id="alert-title">{text().alert.title}</DialogTitle>
      <DialogContent>{alert?.message}</DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={confirm}>
          {text().alert.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
