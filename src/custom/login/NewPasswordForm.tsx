import { type FormEvent, type InputHTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { failureBody, failureText } from '../../dataProvider/http/failure.ts';
import { requestJson } from '../../dataProvider/http/httpClient.ts';
import { passwordRuleHint } from '../../i18n/page/passwordRule.ts';
import { passwordTexts } from './passwordTexts.ts';

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: string;
  /** The message of the server about this input. */
  message?: string | undefined;
}

/** An input with its label, hint and message. */
export function LabelledInput({ name, label, hint, message, ...input }: InputProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <input
        {...input}
        id={name}
        name={name}
        required
        maxLength={200}
        aria-invalid={message !== undefined}
        aria-describedby={[hint && `${name}-hint`, message && `${name}-message`].filter(Boolean).join(' ') || undefined}
      />
      {hint && (
        <p className="login-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {message && (
        <p className="login-error" id={`${name}-message`} role="alert">
          {message}
        </p>
      )}
    </>
  );
}

/** The messages of a failed request: by input, and one about the whole request. */
interface Failed {
  readonly fields: Readonly<Record<string, string>>;
  readonly whole: string;
}
const nothingFailed: Failed = { fields: {}, whole: '' };

/** Sends a form, one request at a time; focuses the first input with a message. */
export function useSendForm(inputs: readonly string[]) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(nothingFailed);
  const form = useRef<HTMLFormElement>(null);
  const send = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setFailed(nothingFailed);
    try {
      await work();
    } catch (failure) {
      const found = failureBody(failure).fields ?? {};
      const fields = Object.fromEntries(
        inputs.flatMap((name) => (found[name]?.[0] ? [[name, found[name][0]] as const] : [])),
      );
      const [first] = Object.keys(fields);
      setFailed({ fields, whole: first ? '' : failureText(failure) });
      if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    }
    setBusy(false);
  };
  return { busy, failed, form, send };
}

interface Props {
  /** What proves who sets the password: a token of a link, or the account of a code. */
  proof: { readonly token: string } | { readonly account: string };
  submit: string;
  /** Other inputs before the password: their names are sent as they are. */
  children?: (messages: Readonly<Record<string, string>>) => ReactNode;
  onDone: (form: FormData) => void;
}

/** Asks for a new password and its repetition, and sets it. */
export function NewPasswordForm({ proof, submit, children, onDone }: Props) {
  const words = passwordTexts();
  const { busy, failed, form, send } = useSendForm(['account', 'code', 'password1', 'password2']);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => String(data.get(name) ?? '');
    const typed = 'token' in proof ? {} : { account: (read('account') || proof.account).trim(), code: read('code') };
    const body = { ...proof, ...typed, password1: read('password1'), password2: read('password2') };
    void send(async () => {
      await requestJson('/v1/auth/password/reset', { method: 'POST', body });
      onDone(data);
    });
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      {children?.(failed.fields)}
      <LabelledInput
        name="password1"
        label={words.password1}
        hint={passwordRuleHint()}
        message={failed.fields.password1}
        type="password"
        autoComplete="new-password"
      />
      <LabelledInput
        name="password2"
        label={words.password2}
        message={failed.fields.password2}
        type="password"
        autoComplete="new-password"
      />
      <p className="login-error" role="alert">
        {failed.whole}
      </p>
      <button type="submit" className="login-submit" disabled={busy}>
        {busy ? words.busy : submit}
      </button>
      <a className="login-subscribe" href="/login">
        {words.signIn}
      </a>
    </form>
  );
}

/** Shown once the password is set: it is used at once to sign in. */
export function PasswordSet() {
  const words = passwordTexts().set;
  return (
    <div className="login-message" role="status">
      <h1>{words.done}</h1>
      <p>{words.doneText}</p>
      <a className="login-submit" href="/login">
        {words.signIn}
      </a>
    </div>
  );
}
