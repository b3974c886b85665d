import { Button, Stack, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { message, say as sayMessage } from '../../contract/message.ts';
import { call } from '../dataProvider/call.ts';
import { toast } from '../dataProvider/notices.ts';
import { language } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { AppDialog } from '../resources/AppDialog.tsx';
import { useBusy } from '../resources/useBusy.ts';
import { type Errors, refusedBy, useErrors } from '../resources/useErrors.ts';

type Values = Record<'password' | 'password1' | 'password2', string>;

/** What the form can see for itself; the server judges the rest (R-VALID-15). */
function judge(values: Values): Errors {
  const repeated = values.password2 ? 'password_repeat' : 'password_repeat_empty';
  return {
    ...(!values.password && { password: message('required') }),
    ...(!values.password1 && { password1: message('required') }),
    ...((!values.password2 || values.password1 !== values.password2) && { password2: message(repeated) }),
  };
}

/** Old, new, and new again (R-PWD-01). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { errors, show } = useErrors();
  const [busy, run] = useBusy();
  const [touched, setTouched] = useState(false);
  const send = async (values: Values) => {
    if (show(judge(values))) return;
    try {
      await call('password', { body: values });
      toast(text().done.password, 'success');
      onClose();
    } catch (failure) {
      show(refusedBy(failure));
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values;
    void run(() => send(values));
  };
  const field = (name: keyof Values, label: string, autoComplete: string) => (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete={autoComplete}
      error={Boolean(errors[name])}
      helperText={errors[name] ? sayMessage(errors[name] ?? '', language()) : ' '}
    />
  );
  return (
    <AppDialog
      title={text().header.password}
      onClose={onClose}
      dirty={touched}
      form={submit}
      busy={busy}
      actions={<SaveButton busy={busy} />}
    >
      <Stack spacing={0.5} sx={{ pt: 1 }} onInput={() => setTouched(true)}>
        {field('password', text().form.oldPassword, 'current-password')}
        {field('password1', text().form.newPassword, 'new-password')}
        {field('password2', text().form.repeat, 'new-password')}
      </Stack>
    </AppDialog>
  );
}

const SaveButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" variant="contained" disabled={busy}>
    {text().actions.save}
  </Button>
);
