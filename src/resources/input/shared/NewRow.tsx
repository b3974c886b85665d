import { createContext, type ReactNode, useContext, useState } from 'react';
import { type FormState, useFormState } from 'react-hook-form';

/** How often the form had been sent when the row around the input was added; undefined outside of an added row. */
const SentBeforeContext = createContext<number | undefined>(undefined);

/**
 * A row that the user added to a form. The form validates it at once; its inputs show their messages only after they
 * were left, or after the form was sent with them.
 */
export function NewRow({ children }: { children: ReactNode }) {
  const { submitCount } = useFormState();
  const [sentBefore] = useState(submitCount);
  return <SentBeforeContext value={sentBefore}>{children}</SentBeforeContext>;
}

/** True if an input shows its message now. */
export function useIsMessageDue(isTouched: boolean, { submitCount }: Pick<FormState<never>, 'submitCount'>): boolean {
  const sentBefore = useContext(SentBeforeContext);
  return sentBefore === undefined || isTouched || submitCount > sentBefore;
}
