import type { SignInAnswer } from '../../src/authProvider/session.ts';
import { scale } from './scale.ts';

export type Account = 'superadmin' | 'operations' | 'sales' | 'enterprise' | 'subuser';
export const accounts: readonly Account[] = ['superadmin', 'operations', 'sales', 'enterprise', 'subuser'];
/** Whose part a test plays where all roles are treated alike: one of them, or each in turn. */
export const walkers: readonly Account[] = scale(['sales'], accounts);
export const password = 'Licence-2026';

/** A signed-in client of the API. */
export interface Api {
  readonly welcome: SignInAnswer;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers of any shape and says what it expects of them
  call(method: string, path: string, body?: unknown): Promise<any>;
}

/** Whoever lets accounts sign in: a console in a browser, or one in jsdom. */
export interface Accounts {
  api(account: string): Promise<Api>;
  /** A new account, made with the password of all, has chosen it anew, as each has to (D7). */
  settle(name: string): Promise<void>;
}
