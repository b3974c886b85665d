import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../kit/typescript/src/index.ts';
import type { Case, FingerprintVector, Vector } from './vectors.ts';

/** An answer as it is after JSON, as the programs print it. */
const plain = (answer: Answer | undefined): unknown => answer && JSON.parse(JSON.stringify(answer));

/** The vectors that a language answers otherwise than expected, each with what it answers. */
export const wrongAnswers = (vectors: readonly Vector[], answers: readonly Answer[]): string[] =>
  vectors.flatMap(({ name, answer }, index) => {
    const given = answers[index];
    if (isDeepStrictEqual(plain(given), plain(answer))) return [];
    const was = given && given.reason !== answer.reason ? given.reason : JSON.stringify(given);
    return `${name}: expected ${answer.reason}, was ${was}`;
  });

/**
 * Compares the answers of all languages about the same cases.
 * @param answers by language
 * @param mayBeValid false if no case is a licence
 * @returns what is wrong: a valid case, or different answers
 */
export const disagreements = (
  cases: readonly Case[],
  answers: ReadonlyMap<string, readonly Answer[]>,
  mayBeValid: boolean,
): string[] =>
  cases.flatMap(({ name, text }, index) => {
    const given = [...answers].map(([language, all]) => ({ language, answer: all[index] }));
    const [first] = given;
    const isSame = given.every(({ answer }) => answer && isDeepStrictEqual(plain(answer), plain(first?.answer)));
    if (isSame && (mayBeValid || !first?.answer?.valid)) return [];
    const reasons = given.map(({ language, answer }) => `${language} ${answer?.reason}`);
    return `${name}: ${reasons.join(', ')}: ${JSON.stringify(text)}`;
  });

/** The fingerprints that a language makes otherwise than expected. */
export const wrongFingerprints = (vectors: readonly FingerprintVector[], made: readonly (string | null)[]): string[] =>
  vectors.flatMap(({ name, fingerprint }, index) =>
    made[index] === fingerprint ? [] : [`${name}: expected ${fingerprint}, was ${made[index]}`],
  );
