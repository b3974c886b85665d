/**
 * Which tests run. The commands in package.json set it by TEST_SCALE:
 * - `fast`: `npm run test:fast`, before each commit
 * - `short`: `npm test`
 * - `rest`: `npm run test:all -- --rest`, what `npm test` skips
 * - `wide`: `npm run wide`
 * - `all`: `npm run test:all`, and any file named on the command line
 * - `long`: `npm run prove`
 */
type Scale = 'fast' | 'short' | 'rest' | 'wide' | 'all' | 'long';

export const testScale = (process.env['TEST_SCALE'] ?? 'all') as Scale;
export const isShort = testScale === 'fast' || testScale === 'short';

/** The extent of a test: `long` in `npm run prove`, `short` elsewhere. */
export const scale = <T>(short: T, long: T): T => (testScale === 'long' ? long : short);

/** The extent of a test: `short` in `npm test`, `usual` in `npm run test:all`. A file that calls it runs in both. */
export const brief = <T>(short: T, usual: T): T => (isShort ? short : usual);

/**
 * The cases of a table that differ in language, width or role, and not in what they test.
 * @returns the first `count` of them, and all in `npm run prove`
 */
export const firstOf = <T>(count: number, cases: readonly T[]): readonly T[] =>
  cases.slice(0, scale(count, cases.length));

/**
 * Variants of which each repeats all of a file: the first one in `npm test`, the others in what `npm test` skips, and all
 * of them in any other run. A file that calls it runs in both.
 */
export function shared<T>(variants: readonly T[]): readonly T[] {
  if (isShort) return variants.slice(0, 1);
  return testScale === 'rest' ? variants.slice(1) : variants;
}
