import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import type { Contract } from '../../../contract/schema/entity.ts';
import { patience } from '../../support/slowPages.ts';
import { loadAllTexts } from './loadAllTexts.ts';
import { Locator, until, untilDrawn } from './locator.ts';
import { onNavigation } from './navigation.ts';
import { type Answerer, matches, type Network, type NetworkCall, type NetworkReply } from './network.ts';
import type { NameOptions, RoleOptions, Words } from './queries.ts';

type Meant<T> = string | RegExp | ((event: T) => boolean);
const meantBy = <T extends { url(): string }>(meant: Meant<T>) =>
  typeof meant === 'function' ? meant : (event: T) => matches(meant, event.url());

let root: Root | undefined;
function clear(): void {
  root?.unmount();
  root = undefined;
  document.body.innerHTML = '';
}
function render(element: ReactElement): void {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(element);
}

/** What `src/main.tsx` would render at this address. */
async function pageAtAddress(contract: Contract): Promise<ReactElement> {
  if (window.location.pathname !== '/login') {
    const { App } = await import('../../../src/App.tsx');
    return <App contract={contract} />;
  }
  const { Login } = await import('../../../src/custom/login/Login.tsx');
  const { mayOpen } = await import('../../../src/shell/menu/menu.ts');
  return <Login mayOpenPage={async (path, role) => mayOpen(contract, path, role, false)} />;
}

/**
 * Renders what `src/main.tsx` would at this address.
 * @param fresh reloads all modules
 * @param isOpen false if another page was opened meanwhile: then nothing is rendered, since a second application would
 * hear the keys that are meant for the first
 */
async function draw(contract: Contract, fresh: boolean, isOpen: () => boolean): Promise<void> {
  if (fresh) {
    vi.resetModules();
    await loadAllTexts();
  }
  if (!isOpen()) return;
  clear();
  const element = await pageAtAddress(contract);
  if (!isOpen()) return;
  clear();
  render(element);
}

/** A key in the notation of user-event, given by its name, character or combination: `Enter`, `/`, `Control+k`. */
function typedKeys(key: string): string {
  if (key === 'Space') return ' ';
  const [modifier, sign] = key.split('+');
  if (modifier && sign) return `{${modifier}>}${sign.length === 1 ? sign : `{${sign}}`}{/${modifier}}`;
  return key.length === 1 ? key : `{${key}}`;
}

/** The open page of the console; there is only one at a time. */
export class Page {
  readonly #user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  readonly #root = new Locator(() => [document.body], this.#user, '');
  readonly #network: Network;
  readonly #contract: Contract;
  #loads = 0;
  #open = true;
  /** The addresses to which the page itself navigated, each by loading another page. */
  readonly visits: string[] = [];

  constructor(network: Network, contract: Contract) {
    this.#network = network;
    this.#contract = contract;
    onNavigation((path) => {
      if (!this.#open) return;
      this.visits.push(path);
      void this.#load(path, true);
    });
  }

  async #load(path: string, fresh: boolean): Promise<void> {
    if (!this.#open) throw new Error('this page was closed: another one was opened');
    window.history.replaceState(null, '', path);
    await draw(this.#contract, fresh, () => this.#open);
    this.#loads += 1;
  }
  goto(path: string, { fresh = false } = {}): Promise<void> {
    return this.#load(path, fresh);
  }
  reload(): Promise<void> {
    return this.#load(window.location.pathname + window.location.search, false);
  }
  url = (): string => window.location.href;
  title = async (): Promise<string> => document.title;
  async close(): Promise<void> {
    this.#open = false;
    clear();
    this.#network.reset();
    await this.#network.idle();
  }

  readonly getByRole = (role: string, options?: RoleOptions): Locator => this.#root.getByRole(role, options);
  readonly getByText = (words: Words, options?: NameOptions): Locator => this.#root.getByText(words, options);
  readonly getByLabel = (words: Words, options?: NameOptions): Locator => this.#root.getByLabel(words, options);
  readonly getByTestId = (id: string): Locator => this.#root.getByTestId(id);
  readonly locator = (selector: string): Locator => this.#root.locator(selector);
  readonly evaluate = async <T, A>(ask: (given: A) => T, given?: A): Promise<Awaited<T>> => await ask(given as A);
  readonly keyboard = {
    press: async (key: string): Promise<void> => {
      if (key === 'Tab') await this.#user.tab();
      else await this.#user.keyboard(typedKeys(key));
      await untilDrawn();
    },
  };

  on: Network['on'] = (name, listen) => this.#network.on(name, listen);
  removeAllListeners = (name: Parameters<Network['off']>[0]): void => this.#network.off(name);
  route = async (pattern: string | RegExp, answer: Answerer): Promise<void> => this.#network.route(pattern, answer);
  unroute = async (pattern: string | RegExp): Promise<void> => this.#network.unroute(pattern);
  readonly setOffline = async (cut: boolean): Promise<void> => this.#network.setOffline(cut);

  #next<N extends 'request' | 'response', T extends { url(): string }>(name: N, meant: Meant<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no ${name} of ${meant}`)), patience);
      const listen = (event: T) => {
        if (!meantBy(meant)(event)) return;
        clearTimeout(late);
        this.#network.off(name, listen as never);
        resolve(event);
      };
      this.#network.on(name, listen as never);
    });
  }
  waitForRequest = (meant: Meant<NetworkCall>): Promise<NetworkCall> => this.#next('request', meant);
  waitForResponse = (meant: Meant<NetworkReply>): Promise<NetworkReply> => this.#next('response', meant);
  waitForURL = (pattern: string | RegExp): Promise<void> =>
    until(() => {
      if (!matches(pattern, window.location.href)) throw new Error(`not at ${pattern} but at ${window.location.href}`);
    });
}
