import { type FormEvent, useEffect, useState } from 'react';
import { readSession, sessionOf, type Welcome, writeSession } from '../../authProvider/session.ts';
import { ApiError, api } from '../../dataProvider/api.ts';
import { keepLanguage, storedLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import logoEn from '../../shell/logo/en.svg';
import logoZh from '../../shell/logo/zh.svg';
import './login.css';

const denied = new URLSearchParams(window.location.search).has('denied');

/** The language that the user once chose comes before this browser's (B31). */
function enter(welcome: Welcome): void {
  const { language } = welcome.user;
  if (language) keepLanguage(language);
  writeSession(sessionOf(welcome));
  window.location.assign('/');
}

function useLogin() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    const form = new FormData(event.currentTarget);
    const body = { name: String(form.get('name')).trim(), password: form.get('password') };
    try {
      enter(await api<Welcome>('/v1/auth/login', { method: 'POST', body, quiet: true }));
    } catch (failure) {
      setError((failure instanceof ApiError && failure.message) || text().errors.server);
      setBusy(false);
    }
  };
  const finish = async (query: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    try {
      enter(await api<Welcome>('/v1/oauth/login/dingtalk', { query, quiet: true }));
    } catch (failure) {
      setError((failure instanceof ApiError && failure.message) || text().errors.server);
      setBusy(false);
    }
  };
  return { busy, error, submit, finish };
}

/** The way through DingTalk, where it is set up: out by a link, and back with a code (C19). */
function Dingtalk({ finish, busy }: { finish: (query: Record<string, string>) => Promise<void>; busy: boolean }) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    api<{ dingtalk: boolean }>('/v1/auth/config', { quiet: true })
      .then((config) => setOffered(config.dingtalk))
      .catch(() => undefined);
    const parameters = new URLSearchParams(window.location.search);
    const [authCode, state] = [parameters.get('authCode'), parameters.get('state')];
    if (!authCode || !state) return;
    window.history.replaceState(null, '', '/login');
    void finish({ authCode, state });
  }, []);
  if (!offered) return null;
  return (
    <a className="login-other" href="/v1/oauth/jump/dingtalk?uri=/login" aria-disabled={busy}>
      {text().login.dingtalk}
    </a>
  );
}

function Languages() {
  const choose = (language: 'en' | 'zh-CN') => {
    keepLanguage(language);
    window.location.reload();
  };
  return (
    <div className="login-languages">
      <button type="button" lang="zh-CN" aria-pressed={storedLanguage() === 'zh-CN'} onClick={() => choose('zh-CN')}>
        中文
      </button>
      <button type="button" lang="en" aria-pressed={storedLanguage() === 'en'} onClick={() => choose('en')}>
        English
      </button>
    </div>
  );
}

/** The login page: alone, light, and without the rest of the console (DESIGN, Speed). */
export function Login() {
  const { busy, error, submit, finish } = useLogin();
  const words = text();
  return (
    <main className="login">
      <section className="login-brand">
        <img src={storedLanguage() === 'en' ? logoEn : logoZh} alt={words.product} width="168" height="32" />
        <p>{words.tagline}</p>
      </section>
      <section className="login-panel">
        <Languages />
        <form onSubmit={submit} noValidate={false}>
          <h1>{words.login.title}</h1>
          {denied && readSession() && (
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
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
          />
          <p className="login-error" role="alert">
            {error}
          </p>
          <button type="submit" className="login-submit" disabled={busy}>
            {busy ? words.login.busy : words.login.submit}
          </button>
          <Dingtalk finish={finish} busy={busy} />
          <a className="login-subscribe" href="/subscription">
            {words.login.subscribe}
          </a>
        </form>
      </section>
    </main>
  );
}
