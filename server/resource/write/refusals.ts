import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { AppError } from '../../core/appError.ts';

/** True if the error names what is wrong with a request by field, so that more can be found beside it. */
const isByField = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 422 && error.fields !== undefined;

/** One refusal for two: the title and the code of the first, and the fields of both; the first names a field's error. */
const join = (first: AppError, second: AppError): AppError =>
  new AppError(first.status, first.message, { ...first.fields, ...withoutFields(second, first) }, first.retryAfter);

const withoutFields = ({ fields = {} }: AppError, { fields: known = {} }: AppError) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(known, name)));

/** Collects what several validations of one request refuse, so that the caller sees all of it in one answer. */
export class Refusals {
  private refusal: AppError | undefined;

  /** True if something has been refused. */
  get any(): boolean {
    return this.refusal !== undefined;
  }

  /** What has been refused, by field. */
  get fields(): FieldErrors {
    return this.refusal?.fields ?? {};
  }

  /**
   * Runs a validation and keeps what it refuses by field.
   * @returns its result; undefined if it refused
   * @throws every other error
   */
  async attempt<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isByField(error)) throw error;
      this.refusal = this.refusal ? join(this.refusal, error) : error;
      return undefined;
    }
  }

  /** @throws 422 with everything that was refused */
  throwIfAny(): void {
    if (this.refusal) throw this.refusal;
  }
}
