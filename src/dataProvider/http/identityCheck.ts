import type { IdentityProof } from '../../../contract/access/identityProofs.ts';

/** A question that waits for the user. */
export interface IdentityQuestion {
  readonly proof: IdentityProof;
  /** Called once: true if the user has shown that it is them, false if they do not want to. */
  readonly answer: (isConfirmed: boolean) => void;
}

let open: { readonly question: IdentityQuestion; readonly answered: Promise<IdentityAnswer> } | undefined;
const listeners = new Set<() => void>();

function setOpen(next: typeof open): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The question that the console has to show; undefined if there is none. */
export const identityQuestion = (): IdentityQuestion | undefined => open?.question;

/** Calls the listener when a question comes or goes. */
export function subscribeIdentityQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What became of a question: `unasked` if no page is open that could ask it. */
export type IdentityAnswer = 'confirmed' | 'declined' | 'unasked';

/**
 * Asks the user to show that it is them. Requests that need it at the same time wait for the same answer.
 */
export function askForIdentity(proof: IdentityProof): Promise<IdentityAnswer> {
  if (open) return open.answered;
  if (listeners.size === 0) return Promise.resolve('unasked');
  let answer: (isConfirmed: boolean) => void = () => undefined;
  const answered = new Promise<IdentityAnswer>((resolve) => {
    answer = (isConfirmed) => {
      setOpen(undefined);
      resolve(isConfirmed ? 'confirmed' : 'declined');
    };
  });
  setOpen({ question: { proof, answer }, answered });
  return answered;
}
