import { type FormEvent, lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { followProviderJump } from '../../authProvider/jump.ts';
import { takeWishedPage } from '../../authProvider/leave.ts';
import { readSession, type Session } from '../../authProvider/session.ts';
import { type SecondStepTicket, type SignInCredentials, signIn } from '../../authProvider/signIn.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { httpClient, requestJson } from '../../dataProvider/http/httpClient.ts';
import { saveLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { PasskeyLink } from './PasskeyLink.tsx';
import { ProviderButtons } from './provider/ProviderButtons.tsx';
import { isProviderReturn } from './provider/providers.ts';
import { signInConfig } from './signInConfig.ts';

/** Loaded only for users with a second factor. */
const SecondStep = lazy(() => import('./SecondStep.tsx'));

/** Loaded only when a sign-in provider has sent the browser back. */
const ProviderReturn = lazy(() => import('./provider/ProviderReturn.tsx'));

const isDenied = new URLSearchParams(window.location.search).has('denied');

interface Props {
  /**
   * Resolves to true if the role may open the page. The login page does not contain the screens, so their script loads
   * after the sign-in.
   */
  mayOpenPage: (path: string, role: Session['role']) => Promise<boolean>;
}

/** Goes to the page that the user wanted, if the role may open it, or else to the start page. */
async function goToFirstPage({ user, role }: Session, mayOpenPage: Props['mayOpenPage']): Promise<void> {
  // The user's saved language overrides this browser's (B31).
  if (user.language) saveLanguage(user.language);
  const wish = takeWishedPage(user.id);
  const path = wish && new URL(wish, window.location.origin).pathname;
  const isOpen = path !== undefined && (await mayOpenPage(path, role).catch(() => false));
  window.location.assign(wish && isOpen ? wish : '/');
}

const jumpPath = '/v1/oauth/jump/dingtalk?uri=/login';

/** Signs in, one attempt at a time; the form shows a failure. */
function useLogin({ mayOpenPage }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [ticket, setTicket] = useState<SecondStepTicket>();
  const login = async (credentials: SignInCredentials) => {
    setBusy(true);
    setError('');
    try {
      const session = await signIn(requestJson, credentials);
      if (!('ticket' in session)) return await goToFirstPage(session, mayOpenPage);
      setTicket(session);
      setBusy(false);
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  /** Goes to DingTalk without a session: with a session, the account would be bound to its user. */
  const jump = async () => {
    setError('');
    try {
      followProviderJump(
        (await httpClient(jumpPath, { headers: { accept: 'application/json' }, quiet: true, anonymous: true })).json,
      );
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  const restart = (message: string) => {
    setTicket(undefined);
    setError(message);
  };
  /** Runs a request of another part of the page, and shows its failure. */
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (failure) {
      setError(failureText(failure));
    }
    setBusy(false);
  };
  return { busy, error, login, jump, ticket, restart, run };
}

interface DingtalkProps {
  login: (credentials: SignInCredentials) => Promise<void>;
  jump: () => Promise<void>;
  busy: boolean;
}

/** The sign-in by DingTalk, if it is configured: a link to the provider, which returns with a code (C19). */
function DingtalkLink({ login, jump, busy }: DingtalkProps) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    signInConfig()
      .then((config) => setOffered(config.dingtalk))
      .catch(() => undefined);
    const parameters = new URLSearchParams(window.location.search);
    const [authCode, state] = [parameters.get('authCode'), parameters.get('state')];
    if (!authCode || !state) return;
    window.history.replaceState(null, '', '/login');
    void login({ authCode, state });
  }, []);
  if (!offered) return null;
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    void jump();
  };
  return (
    <a className="login-other" href={jumpPath} aria-disabled={busy} onClick={leave}>
      {text().login.dingtalk}
    </a>
  );
}

/** The login page: a separate, small page without the rest of the console (DESIGN, Speed). */
export function Login(props: Props) {
  const { busy, error, login, jump, ticket, restart, run } = useLogin(props);
  const [isReturning, setReturning] = useState(isProviderReturn);
  const words = text();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    void login({ name: String(form.get('name')).trim(), password: String(form.get('password')) });
  };
  const signedIn = (session: Session) => goToFirstPage(session, props.mayOpenPage);
  const returned = (message: string) => {
    setReturning(false);
    restart(message);
  };
  if (isReturning)
    return (
      <LoginFrame>
        <Suspense fallback={null}>
          <ProviderReturn onSignedIn={signedIn} onEnded={returned} />
        </Suspense>
      </LoginFrame>
    );
  if (ticket)
    return (
      <LoginFrame>
        <Suspense fallback={null}>
          <SecondStep step={ticket} onSignedIn={signedIn} onEnded={restart} />
        </Suspense>
      </LoginFrame>
    );
  return (
    <LoginFrame>
      <form onSubmit={submit} noValidate={false}>
        <h1>{words.login.title}</h1>
        {isDenied && readSession() && (
          <p className="login-note" role="status">
            {words.login.denied} <a href="/dashboard">{words.login.back}</a>
          </p>
        )}
        <label htmlFor="name">{words.login.name}</label>
        <input
          id="name"
          name="name"
          autoComplete="username"
          required
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
        />
        <label htmlFor="password">{words.login.password}</label>
        <input id="password" name="password" type="password" autoComplete="current-password" required maxLength={200} />
        <p className="login-error" role="alert">
          {error}
        </p>
        <button type="submit" className="login-submit" disabled={busy}>
          {busy ? words.login.busy : words.login.submit}
        </button>
        <PasskeyLink busy={busy} run={(work) => run(async () => signedIn(await work()))} />
        <ProviderButtons busy={busy} run={run} />
        <DingtalkLink login={login} jump={jump} busy={busy} />
        <a className="login-subscribe" href="/forgot_password">
          {words.login.forgotten}
        </a>
        <a className="login-subscribe" href="/subscription">
          {words.login.subscribe}
        </a>
      </form>
    </LoginFrame>
  );
}
