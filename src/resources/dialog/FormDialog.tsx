import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import { DialogForm, type DialogFormProps } from '../form/DialogForm.tsx';

interface Props extends DialogFormProps {
  title: ReactNode;
  width?: number | undefined;
  stays?: boolean | undefined;
  onClose: () => void;
}

/** A form in a dialog. Closing it with unsaved input asks first. */
export const FormDialog = ({ title, width, stays, onClose, ...form }: Props) => (
  <AppDialog title={title} width={width} stays={stays} onClose={onClose}>
    <DialogForm {...form} />
  </AppDialog>
);
