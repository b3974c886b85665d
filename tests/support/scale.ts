/**
 * How much of the tests runs. The commands of package.json set it by TEST_SCALE:
 * - `fast`: `npm run test:fast`, before each commit
 * - `short`: `npm test`
 * - `rest`: `npm run test:all -- --rest`, what `npm test` leaves out
 * - `all`: `npm run test:all`, and any file that is named
 * - `long`: `npm run prove`
 */
type Scale = 'fast' | 'short' | 'rest' | 'all' | 'long';

export const testScale = (process.env['TEST_SCALE'] ?? 'all') as Scale;
export const isShort = testScale === 'fast' || testScale === 'short';

/** How far a proof goes: one way in `npm run prove`, and another everywhere else. */
export const scale = <T>(short: T, long: T): T => (testScale === 'long' ? long : short);

/** How far a proof goes in `npm test`, and in `npm run test:all`. A file that uses it runs in both. */
export const brief = <T>(short: T, usual: T): T => (isShort ? short : usual);
