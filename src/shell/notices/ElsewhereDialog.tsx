import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { goToLogin, saveWishedPage } from '../../authProvider/leave.ts';
import { releaseSession, type Session } from '../../authProvider/session.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { skipLeaveWarning } from '../../ui/dialog/unsaved.ts';

interface Props {
  /** The session of the other tabs; null if they are signed out. */
  other: Session | null;
}

const signIn = () => {
  skipLeaveWarning();
  saveWishedPage();
  releaseSession();
  goToLogin();
};

/** Asks whether to keep what was entered as one user, while another tab has another user or none. */
export function ElsewhereDialog({ other }: Props) {
  const [isOpen, setOpen] = useState(true);
  const mine = displayName(useSession()?.user);
  const words = text().elsewhere;
  const name = displayName(other?.user);
  const change = other && (isActing(other) ? words.acting(name) : words.signedIn(name));
  return (
    <Dialog
      open={isOpen}
      role="alertdialog"
      aria-labelledby="elsewhere-title"
      aria-describedby="elsewhere-text"
      maxWidth="sm"
    >
      <DialogTitle id="elsewhere-title">{other ? words.title : words.ended}</DialogTitle>
      <DialogContent id="elsewhere-text">
        {other ? `${change}${words.unsaved(mine)}` : words.endedUnsaved(mine)}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 0.5 }}>
        {other ? (
          <>
            <Button onClick={releaseSession}>{words.switch(name)}</Button>
            <Button variant="contained" autoFocus onClick={() => setOpen(false)}>
              {text().ask.stay}
            </Button>
          </>
        ) : (
          <Button variant="contained" autoFocus onClick={signIn}>
            {words.signIn}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
