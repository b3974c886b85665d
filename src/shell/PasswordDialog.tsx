import { Button, Stack, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { message, say as sayMessage } from '../../contract/message.ts';
import { ApiError } from '../dataProvider/api.ts';
import { call } from '../dataProvider/call.ts';
import { toast } from '../dataProvider/notices.ts';
import { language } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { AppDialog } from '../resources/AppDialog.tsx';

type Values = Record<'password' | 'password1' | 'password2', string>;
type Errors = Partial<Record<keyof Values, string>>;

/** What the form can see for itself; the server judges the rest (R-VALID-15). */
function judge(values: Values): Errors {
  const repeated = values.password2 ? 'password_repeat' : 'password_repeat_empty';
  return {
    ...(!values.password && { password: message('required') }),
    ...(!values.password1 && { password1: message('required') }),
    ...((!values.password2 || values.password1 !== values.password2) && { password2: message(repeated) }),
  };
}

const errorsOf = (failure: unknown): Errors =>
  failure instanceof ApiError
    ? Object.fromEntries(Object.entries(failure.fields).map(([name, texts]) => [name, texts[0]]))
    : {};

/** Old, new, and new again (R-PWD-01). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values;
    const found = judge(values);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      await call('password', { body: values });
      toast(text().done.password, 'success');
      onClose();
    } catch (failure) {
      setErrors(errorsOf(failure));
      setBusy(false);
    }
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
      width={480}
      onClose={onClose}
      form={submit}
      busy={busy}
      actions={<SaveButton busy={busy} />}
    >
      <Stack spacing={0.5} sx={{ pt: 1 }}>
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
