// npm run prove: what npm test proves, with the long version of everything that has one.
process.env.TEST_SCALE = 'long';
await import('./test.mjs');
