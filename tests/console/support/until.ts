import { vi } from 'vitest';
import { patience } from '../../support/slowPages.ts';

const waiting = { timeout: patience, interval: 20 } as const;

/** Waits until a value is found and returns it. */
export const until = <T>(found: () => T | Promise<T>) => vi.waitUntil(found, waiting);

/** Waits until the check passes. */
export const untilHolds = (check: () => void | Promise<void>) => vi.waitFor(check, waiting);
