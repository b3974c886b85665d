import type { ReactNode } from 'react';
import { text } from '../../i18n/text.ts';
import { questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { WithCodes } from '../../ui/WithCodes.tsx';
import { leaveText } from './dialogText.ts';
import { FormDialog } from './FormDialog.tsx';

interface Props {
  title: string;
  children: ReactNode;
  danger?: boolean;
  yes?: string;
  no?: string;
  onYes: () => Promise<unknown> | undefined;
  onClose: () => void;
}

/** Asks before something is done. The answer is sent once; if it fails, the dialog stays open. */
export function ConfirmDialog({ title, children, danger, yes, no, onYes, onClose }: Props) {
  const confirm = async () => {
    await onYes();
    onClose();
  };
  return (
    <FormDialog
      title={title}
      width={questionWidth}
      submit={yes ?? text().actions.confirm}
      danger={danger}
      leave={no ?? leaveText(yes ?? '')}
      focusSubmit
      onSubmit={confirm}
      onClose={onClose}
    >
      {typeof children === 'string' ? <WithCodes>{children}</WithCodes> : children}
    </FormDialog>
  );
}
