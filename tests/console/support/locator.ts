import { createRequire } from 'node:module';
import type { UserEvent } from '@testing-library/user-event';
import { patience } from '../../support/slowPages.ts';
import {
  byLabel,
  byRole,
  bySelector,
  byText,
  collapseSpaces,
  isVisible,
  matchesText,
  type NameOptions,
  type RoleOptions,
  type Words,
} from './queries.ts';

type Find = () => Element[];
interface Narrowing {
  hasText?: Words;
  hasNotText?: Words;
  has?: Locator;
}
const wait = (time = 0) => new Promise<void>((resolve) => setTimeout(resolve, time));

/**
 * Retries until the check does not throw. It does not run at each change of the page, because it costs more than most
 * changes.
 */
export async function until<T>(check: () => T): Promise<Awaited<T>> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(15);
  }
}

/** React's task queue: a task at its very end runs after all requested rendering. */
const { unstable_scheduleCallback: schedule, unstable_IdlePriority: last } = createRequire(import.meta.url)(
  'scheduler',
);

/** Waits until the page has rendered the result of an action, including transitions. */
export async function untilDrawn(): Promise<void> {
  await wait();
  await new Promise<void>((resolve) => schedule(last, () => resolve()));
  await wait();
}

const isClosed = (element: Element): boolean =>
  element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true';

/**
 * An element of the page, found again at each use and waited for, like Playwright's locators. Tests read the same in
 * both environments.
 */
export class Locator {
  readonly find: Find;
  readonly #user: UserEvent;
  readonly #description: string;

  constructor(find: Find, user: UserEvent, description: string) {
    this.find = find;
    this.#user = user;
    this.#description = description;
  }

  #from(description: string, find: Find): Locator {
    return new Locator(find, this.#user, `${this.#description} ${description}`);
  }
  #within(description: string, query: (scope: Element) => Iterable<Element>): Locator {
    return this.#from(description, () => [...new Set(this.find().flatMap((scope) => [...query(scope)]))]);
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    return this.#within(`${role} ${options.name ?? ''}`, (scope) => byRole(scope, role, options));
  }
  getByText(words: Words, options: NameOptions = {}): Locator {
    return this.#within(`"${words}"`, (scope) => byText(scope, words, options));
  }
  getByLabel(words: Words, options: NameOptions = {}): Locator {
    return this.#within(`label ${words}`, (scope) => byLabel(scope, words, options));
  }
  getByTestId(id: string): Locator {
    return this.locator(`[data-testid="${id}"]`);
  }
  locator(selector: string): Locator {
    return this.#within(selector, (scope) => bySelector(scope, selector));
  }
  filter({ hasText, hasNotText, has }: Narrowing): Locator {
    const keeps = (element: Element): boolean => {
      const text = collapseSpaces(element.textContent);
      if (hasText !== undefined && !matchesText(text, hasText)) return false;
      if (hasNotText !== undefined && matchesText(text, hasNotText)) return false;
      return !has || has.find().some((one) => element.contains(one));
    };
    return this.#from(`with ${hasText ?? hasNotText ?? 'it'}`, () => this.find().filter(keeps));
  }
  and(other: Locator): Locator {
    return this.#from('and', () => {
      const also = new Set(other.find());
      return this.find().filter((one) => also.has(one));
    });
  }
  nth(at: number): Locator {
    return this.#from(`#${at}`, () => [this.find().at(at)].filter((one) => one !== undefined));
  }
  first(): Locator {
    return this.nth(0);
  }
  last(): Locator {
    return this.nth(-1);
  }

  /** The element; several matches are a mistake in the test. */
  #present(): HTMLElement {
    const [element, ...others] = this.find();
    if (!element) throw new Error(`there is no ${this.#description}`);
    if (others.length > 0) throw new Error(`there are ${others.length + 1} of ${this.#description}`);
    return element as HTMLElement;
  }
  #usable(): HTMLElement {
    const element = this.#present();
    if (isClosed(element)) throw new Error(`closed: ${this.#description}`);
    if (!isVisible(element)) throw new Error(`not to be seen: ${this.#description}`);
    return element;
  }
  readonly #one = (): Promise<HTMLElement> => until(() => this.#present());
  readonly #open = (): Promise<HTMLElement> => until(() => this.#usable());

  async click(): Promise<void> {
    await this.#user.click(await this.#open());
    await untilDrawn();
  }
  async dblclick(): Promise<void> {
    await this.#user.dblClick(await this.#open());
    await untilDrawn();
  }
  async hover(): Promise<void> {
    await this.#user.hover(await this.#one());
    await untilDrawn();
  }
  async focus(): Promise<void> {
    (await this.#one()).focus();
    await untilDrawn();
  }
  async blur(): Promise<void> {
    (await this.#one()).blur();
    await untilDrawn();
  }
  async check(): Promise<void> {
    const box = (await this.#open()) as HTMLInputElement;
    if (!box.checked) await this.#user.click(box);
    if (!box.checked) throw new Error(`it cannot be checked: ${this.#description}`);
    await untilDrawn();
  }
  async fill(value: string): Promise<void> {
    const input = (await this.#open()) as HTMLInputElement;
    if (input.value !== '') await this.#user.clear(input);
    input.focus();
    if (value !== '') await this.#user.paste(value);
    await untilDrawn();
  }
  async pressSequentially(text: string): Promise<void> {
    await this.#user.type(await this.#open(), text.replace(/[{[]/g, '$&$&'));
    await untilDrawn();
  }
  async press(key: string): Promise<void> {
    (await this.#one()).focus();
    await this.#user.keyboard(`{${key}}`);
    await untilDrawn();
  }

  async count(): Promise<number> {
    return this.find().length;
  }
  async all(): Promise<Locator[]> {
    return this.find().map((_, at) => this.nth(at));
  }
  async textContent(): Promise<string | null> {
    return (await this.#one()).textContent;
  }
  async allTextContents(): Promise<string[]> {
    return this.find().map((one) => one.textContent ?? '');
  }
  async allInnerTexts(): Promise<string[]> {
    return (await this.allTextContents()).map(collapseSpaces);
  }
  async inputValue(): Promise<string> {
    return ((await this.#one()) as HTMLInputElement).value;
  }
  async isChecked(): Promise<boolean> {
    return ((await this.#one()) as HTMLInputElement).checked;
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name);
  }
  async isDisabled(): Promise<boolean> {
    return isClosed(await this.#one());
  }
  async isEnabled(): Promise<boolean> {
    return !(await this.isDisabled());
  }
  async isVisible(): Promise<boolean> {
    return this.find().some(isVisible);
  }
  async evaluate<T>(ask: (element: HTMLElement) => T): Promise<T> {
    return ask(await this.#one());
  }
  async evaluateAll<T>(ask: (elements: HTMLElement[]) => T): Promise<T> {
    return ask(this.find() as HTMLElement[]);
  }
  async waitFor({ state = 'visible' }: { state?: 'visible' | 'attached' | 'detached' | 'hidden' } = {}): Promise<void> {
    await until(() => {
      const found = this.find();
      if (state === 'visible' && !found.some(isVisible)) throw new Error(`there is no ${this.#description}`);
      if (state === 'attached' && found.length === 0) throw new Error(`there is no ${this.#description}`);
      if (state === 'detached' && found.length > 0) throw new Error(`still there: ${this.#description}`);
      if (state === 'hidden' && found.some(isVisible)) throw new Error(`still to be seen: ${this.#description}`);
    });
  }
}
