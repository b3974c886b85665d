import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../kit/typescript/src/index.ts';
import type { Language } from './languages.ts';
import type { Case, CaseFile, Vector } from './vectors.ts';

/** An answer as it is after JSON, as the programs print it. */
const plain = (answer: Answer): unknown => JSON.parse(JSON.stringify(answer));

/** The vectors that a language answers otherwise than expected, each with the reason that it gives. */
export async function wrongVectors({ verify }: Language, file: CaseFile<Vector>): Promise<string[]> {
  const answers = (await verify?.(file)) ?? [];
  return file.vectors.flatMap(({ name, answer }, index) => {
    const given = answers[index];
    if (given && isDeepStrictEqual(plain(given), plain(answer))) return [];
    return `${name}: expected ${answer.reason}, was ${given && given.reason !== answer.reason ? given.reason : JSON.stringify(given)}`;
  });
}

/**
 * Compares the answers of all languages about the same cases.
 * @param mayBeValid false if no case is a licence
 * @returns what is wrong: a valid case, or different reasons
 */
export async function disagreements(
  languages: readonly Language[],
  file: CaseFile<Case>,
  mayBeValid: boolean,
): Promise<string[]> {
  const present = languages.filter(({ verify }) => verify);
  const answers = await Promise.all(present.map(async ({ verify }) => (await verify?.(file)) ?? []));
  return file.vectors.flatMap(({ name, text }, index) => {
    const given = answers.map((all) => all[index]);
    const isOne = given.every((one) => one && isDeepStrictEqual(plain(one), plain(given[0] as Answer)));
    if (isOne && (mayBeValid || !given[0]?.valid)) return [];
    const reasons = present.map((one, at) => `${one.name} ${given[at]?.reason}`);
    return `${name}: ${reasons.join(', ')}: ${JSON.stringify(text)}`;
  });
}
