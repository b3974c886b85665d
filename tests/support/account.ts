import type { SignInAnswer } from '../../src/authProvider/session.ts';
import { scale } from './scale.ts';

export type Account = 'superadmin' | 'operations' | 'sales' | 'enterprise' | 'subuser';
export const accounts: readonly Account[] = ['superadmin', 'operations', 'sales', 'enterprise', 'subuser'];
/** The account that tests use where all roles behave alike: one of them, or each in turn. */
export const walkers: readonly Account[] = scale(['sales'], accounts);
export const password = 'Licence-2026';

/** A signed-in client of the API. */
export interface Api {
  readonly welcome: SignInAnswer;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape and state what they expect
  call(method: string, path: string, body?: unknown): Promise<any>;
}

/** Signs accounts in: a console in a browser, or one in jsdom. */
export interface Accounts {
  api(account: string): Promise<Api>;
  /** Completes the forced password change of a new account (D7). Its password is the same afterwards. */
  settle(name: string): Promise<void>;
}
