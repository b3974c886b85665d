import { useEffect, useState } from 'react';
import { clearSession, readSession } from '../../authProvider/session.ts';
import { failureBody, failureText } from '../../dataProvider/http/failure.ts';
import { requestJson } from '../../dataProvider/http/httpClient.ts';
import { text } from '../../i18n/text.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { LabelledInput, NewPasswordForm, PasswordSet } from './NewPasswordForm.tsx';
import { passwordTexts } from './passwordTexts.ts';

/** The answer of `POST /v1/auth/password/link`. */
interface LinkAnswer {
  readonly name: string;
  readonly invitation: boolean;
}

interface Checked {
  readonly link?: LinkAnswer;
  /** Why the link does not work, and the server's code for it; without one, nobody knows whether the link works. */
  readonly ended?: { readonly text: string; readonly code: string | undefined };
}

/** The token of the link is after the `#`, which no browser sends to a server (A5). */
const tokenInAddress = (): string => window.location.hash.slice(1);

/** Checks the link when the page opens; that does not use it up. */
function useCheckedLink(token: string) {
  const [checked, setChecked] = useState<Checked>({});
  const check = () => {
    setChecked({});
    requestJson<LinkAnswer>('/v1/auth/password/link', { method: 'POST', body: { token: token || '-' } }).then(
      (link) => setChecked({ link }),
      (failure) => setChecked({ ended: { text: failureText(failure), code: failureBody(failure).code } }),
    );
  };
  useEffect(check, []);
  return { ...checked, check };
}

/** Forgets the session of this browser, if it was one of the account: it has ended on the server. */
function forgetOwnSession(name: string): void {
  if (readSession()?.user.name === name) clearSession();
}

function Content() {
  const words = passwordTexts();
  const [token] = useState(tokenInAddress);
  const { link, ended, check } = useCheckedLink(token);
  const [done, setDone] = useState(false);
  if (done) return <PasswordSet />;
  if (ended)
    return (
      <div className="login-message" role="alert">
        <h1>{ended.code ? words.set.ended : words.set.title}</h1>
        <p>{ended.text}</p>
        {!ended.code && (
          <button type="button" className="login-submit" onClick={check}>
            {words.set.retry}
          </button>
        )}
        {ended.code === 'reset_link_ended' && (
          <a className="login-submit" href="/forgot_password">
            {words.set.again}
          </a>
        )}
        <a className="login-subscribe" href="/login">
          {words.signIn}
        </a>
      </div>
    );
  if (!link)
    return (
      <div className="login-message" role="status">
        <p>{words.set.checking}</p>
      </div>
    );
  const finish = () => {
    forgetOwnSession(link.name);
    setDone(true);
  };
  return (
    <NewPasswordForm proof={{ token }} submit={words.set.submit} onDone={finish}>
      {() => (
        <>
          <h1>{link.invitation ? words.set.invited : words.set.title}</h1>
          <LabelledInput name="name" label={words.set.name} value={link.name} readOnly autoComplete="username" />
        </>
      )}
    </NewPasswordForm>
  );
}

/** The page of a link that was mailed for a forgotten password or an invitation; only its button uses the link up (E5). */
export default function SetPassword() {
  document.title = `${passwordTexts().set.title} · ${text().product}`;
  return (
    <LoginFrame>
      <Content />
    </LoginFrame>
  );
}
