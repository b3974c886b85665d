import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Portal, Snackbar } from '@mui/material';
import { useEffect, useState } from 'react';
import { type Alarm, onNotices, type Toast } from '../dataProvider/notices.ts';
import { text } from '../i18n/text.ts';

/** Shows what the data layer has to say: short messages, and the alert of a lost session (R-ERR-03). */
export function Notices() {
  const [toast, setToast] = useState<Toast & { at: number }>();
  const [shown, setShown] = useState(false);
  const [alarm, setAlarm] = useState<Alarm>();
  useEffect(
    () =>
      onNotices((next) => {
        setToast({ ...next, at: Date.now() });
        setShown(true);
      }, setAlarm),
    [],
  );
  return (
    <>
      {/* Put into the page anew each time: what an open dialog found there is hidden from assistive technology. */}
      <Portal key={toast?.at}>
        <Snackbar
          open={shown}
          autoHideDuration={5000}
          onClose={(_event, reason) => reason !== 'clickaway' && setShown(false)}
          anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        >
          <Alert severity={toast?.type ?? 'info'} variant="filled" onClose={() => setShown(false)}>
            {toast?.message}
          </Alert>
        </Snackbar>
      </Portal>
      <Dialog open={alarm !== undefined} role="alertdialog" aria-labelledby="alarm-title">
        <DialogTitle id="alarm-title">{text().alert.title}</DialogTitle>
        <DialogContent>{alarm?.message}</DialogContent>
        <DialogActions>
          <Button variant="contained" autoFocus onClick={() => alarm?.confirm()}>
            {text().alert.submit}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
