import type { FormEvent } from 'react';
import type { Session } from '../../authProvider/session.ts';
import { finishSignIn, type SecondStepTicket } from '../../authProvider/signIn.ts';
import { failureBody } from '../../dataProvider/http/failure.ts';
import { requestJson } from '../../dataProvider/http/httpClient.ts';
import { factorTexts } from '../../shell/secondFactor/factorTexts.ts';
import { passkeyTexts } from '../../shell/secondFactor/passkeyTexts.ts';
import { LabelledInput, useSendForm } from './NewPasswordForm.tsx';
import { PasskeyLink, usePasskeys } from './PasskeyLink.tsx';

interface Props {
  step: SecondStepTicket;
  onSignedIn: (session: Session) => Promise<void>;
  /** Called with a message if the sign-in has to begin again. */
  onEnded: (message: string) => void;
}

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export default function SecondStep({ step: { ticket, passkey }, onSignedIn, onEnded }: Props) {
  const words = factorTexts();
  const { busy, failed, form, send } = useSendForm(['code']);
  const withPasskey = usePasskeys() && passkey;
  const run = (work: () => Promise<Session>) =>
    void send(async () => {
      try {
        await onSignedIn(await work());
      } catch (failure) {
        const { code: reason, title = '' } = failureBody(failure);
        if (reason !== 'sign_in_ended') throw failure;
        onEnded(title);
      }
    });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    run(() => finishSignIn(requestJson, { ticket, code }));
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h1>{withPasskey ? passkeyTexts().stepTitle : words.stepTitle}</h1>
      <p>{withPasskey ? passkeyTexts().stepWhy : words.stepWhy}</p>
      {withPasskey && (
        <div className="login-passkey">
          <PasskeyLink ticket={ticket} busy={busy} run={run} />
        </div>
      )}
      <LabelledInput
        name="code"
        label={words.anyCode}
        message={failed.fields.code}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={!passkey}
      />
      <p className="login-hint">{words.stepRecovery}</p>
      <p className="login-error" role="alert">
        {failed.whole}
      </p>
      <button type="submit" className={withPasskey ? 'login-other' : 'login-submit'} disabled={busy}>
        {busy ? words.stepBusy : words.stepSubmit}
      </button>
      <button type="button" className="login-other" onClick={() => onEnded('')}>
        {words.stepBack}
      </button>
    </form>
  );
}
