import { loadFailure } from './loadFailure.ts';

// Scripts that load the declarations import this first: a name that a declaration does not import ends them with one
// sentence.
process.on('uncaughtException', (error) => {
  console.error(loadFailure(error) ?? error);
  process.exit(1);
});
