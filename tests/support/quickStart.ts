import v8 from 'node:v8';

/**
 * Compiles the embedded database once, quickly, and not a second time for speed: a test's database lives for seconds.
 * The same machine code is made by an option of a process of its own: `--liftoff-only`.
 */
v8.setFlagsFromString('--liftoff-only');
