import { type FormEvent, useState } from 'react';
import { requestJson } from '../../dataProvider/http/httpClient.ts';
import { text } from '../../i18n/text.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { LabelledInput, NewPasswordForm, PasswordSet, useSendForm } from './NewPasswordForm.tsx';
import { passwordTexts } from './passwordTexts.ts';

/** The step of the page: to ask for the e-mail, to enter its code, or the end. */
type Step = { readonly name: 'ask' } | { readonly name: 'code'; readonly account: string } | { readonly name: 'done' };

interface AskProps {
  onSent: (account: string) => void;
  onHasCode: () => void;
}

function AskForm({ onSent, onHasCode }: AskProps) {
  const words = passwordTexts();
  const { busy, failed, form, send } = useSendForm(['account']);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const account = String(new FormData(event.currentTarget).get('account')).trim();
    void send(async () => {
      await requestJson('/v1/auth/password/forgotten', { method: 'POST', body: { account } });
      onSent(account);
    });
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h1>{words.forgotten.title}</h1>
      <p>{words.forgotten.intro}</p>
      <LabelledInput
        name="account"
        label={words.account}
        message={failed.fields.account}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className="login-error" role="alert">
        {failed.whole}
      </p>
      <button type="submit" className="login-submit" disabled={busy}>
        {busy ? words.busy : words.forgotten.submit}
      </button>
      <button type="button" className="login-other" onClick={onHasCode}>
        {words.forgotten.haveCode}
      </button>
      <a className="login-subscribe" href="/login">
        {words.signIn}
      </a>
    </form>
  );
}

interface CodeProps {
  /** What was typed into the first form; empty if the user came with a code. */
  account: string;
  onDone: () => void;
  onAgain: () => void;
}

function CodeForm({ account, onDone, onAgain }: CodeProps) {
  const words = passwordTexts();
  return (
    <NewPasswordForm proof={{ account }} submit={words.set.submit} onDone={onDone}>
      {(messages) => (
        <>
          <h1>{account ? words.codeStep.title : words.set.title}</h1>
          <p role="status">{account ? words.codeStep.sent(account) : words.codeStep.intro}</p>
          {account && (
            <p className="login-note">
              {words.codeStep.nothing}{' '}
              <button type="button" className="login-link" onClick={onAgain}>
                {words.codeStep.again}
              </button>
            </p>
          )}
          <LabelledInput
            name="account"
            label={words.account}
            message={messages.account}
            defaultValue={account}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <LabelledInput
            name="code"
            label={words.code}
            message={messages.code}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
          />
        </>
      )}
    </NewPasswordForm>
  );
}

/** The page for whoever forgot the password: it asks for an e-mail, and then for its code (issue 35, section 3). */
export default function ForgotPassword() {
  const [step, setStep] = useState<Step>({ name: 'ask' });
  document.title = `${passwordTexts().forgotten.title} · ${text().product}`;
  return (
    <LoginFrame>
      {step.name === 'ask' && (
        <AskForm
          onSent={(account) => setStep({ name: 'code', account })}
          onHasCode={() => setStep({ name: 'code', account: '' })}
        />
      )}
      {step.name === 'code' && (
        <CodeForm
          account={step.account}
          onDone={() => setStep({ name: 'done' })}
          onAgain={() => setStep({ name: 'ask' })}
        />
      )}
      {step.name === 'done' && <PasswordSet />}
    </LoginFrame>
  );
}
