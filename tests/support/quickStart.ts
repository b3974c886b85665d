import v8 from 'node:v8';

/**
 * Compiles the embedded database with the fast compiler only and never optimizes it, because a test's database lives
 * for seconds. A separate process uses the option `--liftoff-only`.
 */
v8.setFlagsFromString('--liftoff-only');
