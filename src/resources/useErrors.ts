import { useEffect, useState } from 'react';
import { ApiError } from '../dataProvider/api.ts';

/** Messages by the name of the input that they stand below. */
export type Errors = Readonly<Record<string, string>>;

const firstWrong = (): HTMLElement | null =>
  ([...document.querySelectorAll('[role=dialog]')].at(-1) ?? document).querySelector('[aria-invalid=true]');

/** The first message of each field that a server refused; none for any other failure. */
export const refusedBy = (failure: unknown): Errors =>
  failure instanceof ApiError
    ? Object.fromEntries(Object.entries(failure.fields).map(([name, texts]) => [name, texts[0] ?? '']))
    : {};

/** The messages of a form; once they are drawn, `show` moves the focus to the first input that has one. */
export function useErrors() {
  const [errors, setErrors] = useState<Errors>({});
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown > 0) firstWrong()?.focus();
  }, [shown]);
  const show = (found: Errors): boolean => {
    setErrors(found);
    const any = Object.keys(found).length > 0;
    if (any) setShown((times) => times + 1);
    return any;
  };
  const add = (found: Errors) => setErrors((before) => ({ ...before, ...found }));
  const forgive = (name: string) => setErrors(({ [name]: _gone, ...rest }) => rest);
  return { errors, show, add, forgive };
}
