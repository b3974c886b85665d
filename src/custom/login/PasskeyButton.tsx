import type { Session } from '../../authProvider/session.ts';
import { passkeyTexts } from '../../shell/secondFactor/passkeyTexts.ts';
import { passkeySignIn } from './passkeySignIn.ts';

interface Props {
  /** The ticket of the first step, if the passkey is the second one. */
  ticket?: string;
  busy: boolean;
  /** Runs the sign-in, one at a time, and shows its failure. */
  run: (work: () => Promise<Session>) => void;
}

/** Signs in with a passkey. */
export default function PasskeyButton({ ticket, busy, run }: Props) {
  const words = passkeyTexts();
  return (
    <button
      type="button"
      className={ticket ? 'login-submit' : 'login-other'}
      disabled={busy}
      // biome-ignore lint/a11y/noAutofocus: the second step begins with it
      autoFocus={ticket !== undefined}
      onClick={() => run(() => passkeySignIn(ticket))}
    >
      {ticket ? words.use : words.signIn}
    </button>
  );
}
