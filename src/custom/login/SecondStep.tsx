import type { FormEvent } from 'react';
import type { Session } from '../../authProvider/session.ts';
import { finishSignIn } from '../../authProvider/signIn.ts';
import { failureBody } from '../../dataProvider/http/failure.ts';
import { requestJson } from '../../dataProvider/http/httpClient.ts';
import { factorTexts } from '../../shell/secondFactor/factorTexts.ts';
import { LabelledInput, useSendForm } from './NewPasswordForm.tsx';

interface Props {
  ticket: string;
  onSignedIn: (session: Session) => Promise<void>;
  /** Called with a message if the sign-in has to begin again. */
  onEnded: (message: string) => void;
}

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export default function SecondStep({ ticket, onSignedIn, onEnded }: Props) {
  const words = factorTexts();
  const { busy, failed, form, send } = useSendForm(['code']);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    void send(async () => {
      try {
        await onSignedIn(await finishSignIn(requestJson, { ticket, code }));
      } catch (failure) {
        const { code: reason, title = '' } = failureBody(failure);
        if (reason !== 'sign_in_ended') throw failure;
        onEnded(title);
      }
    });
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h1>{words.stepTitle}</h1>
      <p>{words.stepWhy}</p>
      <LabelledInput
        name="code"
        label={words.anyCode}
        message={failed.fields.code}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <p className="login-hint">{words.stepRecovery}</p>
      <p className="login-error" role="alert">
        {failed.whole}
      </p>
      <button type="submit" className="login-submit" disabled={busy}>
        {busy ? words.stepBusy : words.stepSubmit}
      </button>
      <button type="button" className="login-other" onClick={() => onEnded('')}>
        {words.stepBack}
      </button>
    </form>
  );
}
