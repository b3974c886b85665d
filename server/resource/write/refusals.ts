import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import type { Label, Language } from '../../../contract/messages/label.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, writePathOf } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';

/** True if the error names what is wrong with a request by field, so that more can be found beside it. */
const isByField = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 422 && error.fields !== undefined;

/** One refusal for two: the title and the code of the first, and the fields of both; the first names a field's error. */
const join = (first: AppError, second: AppError): AppError =>
  new AppError(first.status, first.message, { ...first.fields, ...withoutFields(second, first) }, first.retryAfter);

const withoutFields = ({ fields = {} }: AppError, { fields: known = {} }: AppError) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(known, name)));

/** The sentence about a mistake of a record, with the label of its field where the body names one. */
function sentenceOf({ fields }: Entity, path: string, text: string): Label {
  const field = Object.entries(fields).find(([name, one]) => writePathOf(name, one) === path)?.[1];
  const say = (language: Language, colon: string) =>
    [field?.label[language], translateMessage(text, language)].filter(Boolean).join(colon);
  return { en: say('en', ': '), zh: say('zh', '：') };
}

/**
 * Runs work on a record that the request does not name: a child, a record that it refers to, or a new one. The request has
 * no fields for it, so one sentence says which record refuses what.
 * @param id the id of the record, unless it is new
 * @throws 422 with the sentence for the request as a whole
 */
export async function forOtherRecord<Result>(
  entity: Entity,
  id: number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refused = AppError.of(error);
    if (refused?.status !== 422 || !refused.fields) throw error;
    const why = Object.entries(refused.fields).flatMap(([path, texts]) =>
      texts.map((text) => sentenceOf(entity, path, text)),
    );
    const named = (language: Language) => [entity.label[language], id].filter((part) => part !== undefined).join(' ');
    const text = message('sentence', {
      text_en: `${named('en')}: ${why.map(({ en }) => en).join('; ')}`,
      text_zh: `${named('zh')}：${why.map(({ zh }) => zh).join('；')}`,
    });
    throw new AppError(422, text, { _: [text] }, undefined, refused.code);
  }
}

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
