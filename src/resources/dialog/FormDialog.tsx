import { Button } from '@mui/material';
import type { FormEvent, ReactNode } from 'react';
import { text } from '../i18n/text.ts';
import { AppDialog } from './AppDialog.tsx';

interface Props {
  title: ReactNode;
  width?: number;
  /** The word on the button that sends. */
  submit: string;
  danger?: boolean | undefined;
  /** The button stays off until the form can be sent. */
  ready?: boolean;
  busy: boolean;
  dirty: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
  /** The word on the way out, where "cancel" would be taken for what the form does. */
  leave?: string;
  /** In place of the way out: a button of the form's own. */
  back?: ReactNode;
  children: ReactNode;
}

/** A dialog that is filled in and sent once; whoever leaves it with something entered is asked first. */
export function FormDialog({ submit, danger, ready = true, busy, onSubmit, leave, back, ...dialog }: Props) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <AppDialog
      {...dialog}
      form={send}
      busy={busy}
      actions={(close) => (
        <>
          {back ?? (
            <Button onClick={close} disabled={busy}>
              {leave ?? text().actions.cancel}
            </Button>
          )}
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={busy || !ready}>
            {submit}
          </Button>
        </>
      )}
    />
  );
}
