import { type FormEvent, useEffect, useState } from 'react';
import { takeJump } from '../../../authProvider/jump.ts';
import { finishProviderSignIn, type ProviderStep } from '../../../authProvider/providerSignIn.ts';
import { endProviderTest } from '../../../authProvider/providerTest.ts';
import type { Session } from '../../../authProvider/session.ts';
import { failureBody, failureText } from '../../../dataProvider/http/failure.ts';
import { requestJson } from '../../../dataProvider/http/httpClient.ts';
import { LabelledInput, useSendForm } from '../NewPasswordForm.tsx';
import SecondStep from '../SecondStep.tsx';
import { providerTexts } from './providerTexts.ts';

interface Props {
  onSignedIn: (session: Session) => Promise<void>;
  /** Called with a message if the sign-in has to begin again. */
  onEnded: (message: string) => void;
}

interface LinkProps extends Props {
  ticket: string;
  onStep: (step: ProviderStep) => Promise<void>;
}

/** Asks once for the password of the account with the same mail address, to link it. */
function LinkForm({ ticket, onStep, onEnded }: LinkProps) {
  const words = providerTexts();
  const { busy, failed, form, send } = useSendForm(['password']);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void send(async () => {
      try {
        await onStep(await finishProviderSignIn(requestJson, '/v1/oidc/link', { ticket, password }, false));
      } catch (failure) {
        const { code, title = '' } = failureBody(failure);
        if (code !== 'oidc_state') throw failure;
        onEnded(title);
      }
    });
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h1>{words.linkTitle}</h1>
      <p>{words.linkWhy}</p>
      <LabelledInput
        name="password"
        type="password"
        label={words.password}
        message={failed.fields.password}
        autoComplete="current-password"
        autoFocus
      />
      <p className="login-error" role="alert">
        {failed.whole}
      </p>
      <button type="submit" className="login-submit" disabled={busy}>
        {busy ? words.busy : words.submit}
      </button>
      <button type="button" className="login-other" onClick={() => onEnded('')}>
        {words.back}
      </button>
    </form>
  );
}

/** Finishes what was begun with a sign-in provider: a sign-in, or linking an account to the present session. */
export default function ProviderReturn(props: Props) {
  const { onSignedIn, onEnded } = props;
  const words = providerTexts();
  const [step, setStep] = useState<ProviderStep>();
  const [notLinked, setNotLinked] = useState('');
  const [isTested, setTested] = useState(false);
  const go = async (next: ProviderStep, isLink = false) => {
    if (!('session' in next)) setStep(next);
    else if (isLink) window.location.assign('/userinfo');
    else await onSignedIn(next.session);
  };
  useEffect(() => {
    const parameters = window.location.search.slice(1);
    window.history.replaceState(null, '', '/login');
    if (endProviderTest(parameters)) {
      setTested(true);
      return;
    }
    const { verifier = '-', isLink } = takeJump();
    finishProviderSignIn(requestJson, '/v1/oidc/finish', { parameters, verifier }, isLink)
      .then((next) => go(next, isLink))
      .catch((failure: unknown) => (isLink ? setNotLinked(failureText(failure)) : onEnded(failureText(failure))));
  }, []);
  if (notLinked)
    return (
      <div className="login-message" role="alert">
        <h1>{words.notLinked}</h1>
        <p>{notLinked}</p>
        <a className="login-submit" href="/userinfo">
          {words.toAccount}
        </a>
      </div>
    );
  if (isTested)
    return (
      <div className="login-message" role="status">
        <p>{words.tested}</p>
      </div>
    );
  if (!step)
    return (
      <div className="login-message" role="status">
        <p>{words.busy}</p>
      </div>
    );
  if ('link' in step) return <LinkForm {...props} ticket={step.link} onStep={go} />;
  if ('ticket' in step) return <SecondStep step={step} onSignedIn={onSignedIn} onEnded={onEnded} />;
  return null;
}
