/** How far a proof goes: `npm test` goes a short way, `npm run prove` all of it. In: either way. Out: the one to go. */
export const scale = <T>(short: T, long: T): T => (process.env['TEST_SCALE'] === 'long' ? long : short);
