import { failureBody } from '../../dataProvider/failure.ts';

/** Messages in the shape that react-admin's forms take them in: by source, those inside objects nested or dotted. */
export type FormMessages = Readonly<Record<string, unknown>>;

/** The messages of a failure for the inputs of a form; what is of no input stands for the whole form. */
export function formMessages(failure: unknown): FormMessages | undefined {
  const { _: whole, ...errors } = failureBody(failure).errors ?? {};
  return { ...errors, ...(whole !== undefined && { 'root.serverError': whole }) };
}
