import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { text } from '../i18n/text.ts';
import { AppDialog, questionWidth } from './AppDialog.tsx';
import { useBusy } from './useBusy.ts';

interface Props {
  title: string;
  children: ReactNode;
  danger?: boolean;
  yes?: string;
  no?: string;
  onYes: () => Promise<unknown> | undefined;
  onClose: () => void;
}

/** Asks before something is done; the answer is sent once. */
export function ConfirmDialog({ title, children, danger, yes, no, onYes, onClose }: Props) {
  const [busy, run] = useBusy();
  const confirm = () =>
    run(async () => {
      await onYes();
      onClose();
    }).catch(() => undefined);
  const actions = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {no ?? text().actions.cancel}
      </Button>
      <Button variant="contained" color={danger ? 'error' : 'primary'} onClick={confirm} disabled={busy} autoFocus>
        {yes ?? text().actions.confirm}
      </Button>
    </>
  );
  return (
    <AppDialog title={title} width={questionWidth} onClose={onClose} busy={busy} actions={actions}>
      {children}
    </AppDialog>
  );
}
