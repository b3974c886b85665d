import type { Page } from 'playwright-core';
import { assignmentStates } from '../../contract/choices/assignment.ts';
import { orderStates } from '../../contract/choices/order.ts';
import { contract } from '../../contract/index.ts';
import type { Label, Language } from '../../contract/messages/label.ts';
import { type Role, roleIds } from '../../contract/schema/access.ts';
import { recordNoun } from '../../contract/screens/recordNoun.ts';
import { type Catalogue, en } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { type Account, settled, shown, still, turnTo } from './console.ts';

interface Words {
  readonly words: Catalogue;
  say(label: Label | undefined): string;
}

/** Opens a dialog or a menu on a page. */
type Act = (page: Page, words: Words) => Promise<void>;

/** A screen or one of its dialogs: its path, its name, and how it is opened. */
export interface Place {
  readonly path: string;
  readonly name?: string;
  readonly act?: Act;
}

export const wordsOf = (language: Language): Words => ({
  words: language === 'zh' ? zh : en,
  say: (label) => label?.[language] ?? '',
});

const button =
  (nameOf: (words: Words) => string): Act =>
  (page, words) =>
    page
      .getByRole('button', { name: nameOf(words), exact: true })
      .first()
      .click();
const create = (name: string, preset?: Readonly<Record<string, unknown>>): Act =>
  button(({ words, say }) => words.list.create(say(recordNoun(contract.entity(name), preset))));
const createUser = (role: Role): Act => create('user', { role_id: roleIds[role] });
const begins =
  (nameOf: (words: Words) => string): Act =>
  (page, words) =>
    page
      .getByRole('button', { name: new RegExp(`^${nameOf(words)}`) })
      .first()
      .click();
/** An action of a row, which may be in its menu of further actions. */
const inRow =
  (nameOf: (words: Words) => string): Act =>
  async (page, words) => {
    const action = page.getByRole('button', { name: new RegExp(`^${nameOf(words)}`) }).first();
    const more = page.getByRole('button', { name: new RegExp(`^${words.words.actions.more}`) }).first();
    await action.or(more).first().waitFor();
    if (!(await action.isVisible())) await more.click();
    await action.click();
  };
const firstRow: Act = (page) => page.locator('tbody a').first().click();
const rowWith =
  (label: Label | undefined): Act =>
  (page, { say }) =>
    page
      .locator('tbody tr')
      .filter({ hasText: say(label) })
      .first()
      .locator('a')
      .first()
      .click();
const labelIn = (choices: readonly { id: unknown; label: Label }[], id: number) =>
  choices.find((choice) => choice.id === id)?.label;

const keys =
  (chord: string): Act =>
  async (page) => {
    await page.keyboard.press(chord);
    await shown(page, '[role=dialog]');
  };
/** Two actions in sequence; the second one runs when the first one has opened its layer. */
const first =
  (opens: Act, then: Act): Act =>
  async (page, words) => {
    await opens(page, words);
    await shown(page, '[role=dialog]');
    await settled(page);
    await then(page, words);
  };
const tab =
  (nameOf: (words: Words) => string): Act =>
  async (page, words) => {
    const name = nameOf(words);
    await page.getByRole('dialog').getByRole('tab', { name, exact: true }).click();
    await page.getByRole('tabpanel', { name, exact: true }).waitFor();
  };
const inside =
  (nameOf: (words: Words) => string): Act =>
  async (page, words) => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: nameOf(words), exact: true })
      .first()
      .click();
    // Assistive technology does not see the record below.
    await shown(page, '.MuiDialog-root');
  };
const password: Act = async (page, { words }) => {
  await page.getByRole('button', { name: words.header.user, exact: true }).click();
  await page.getByRole('menuitem', { name: words.header.password }).click();
  await shown(page, '[role=dialog]');
};
const issuedLicence = rowWith(labelIn(assignmentStates, 1));
const order = (status: number): Act => rowWith(labelIn(orderStates, status));
const onOrders = '/authorization/order';
const onLicences = '/authorization/assignment?active=1';

/** The first record of the list, and its mails as an enterprise sees them. */
const detail = { name: 'detail', act: firstRow } as const;
const mails: Act = first(
  issuedLicence,
  tab(({ say }) => say(contract.entity('mail').labels)),
);
/** Selects all rows and opens the bulk actions. */
const bulk: Act = async (page, { say }) => {
  await page.locator('thead input[type=checkbox]').check();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: new RegExp(`^${say(orderStep('confirm'))}`) })
    .click();
};
const orderStep = (name: 'confirm') => contract.entity('order').lifecycle?.transitions[name]?.label;

/** The visitor of a screen: an account of the demo, a signed-out user, or the salesman who acts for an enterprise. */
export type Walker = Account | 'nobody' | 'acting';

/** The arguments of `open` of the test console for a visitor. */
export const openedAs = (walker: Walker): [account: Account | undefined, options: { acting?: boolean }] => {
  if (walker === 'acting') return ['sales', { acting: true }];
  return [walker === 'nobody' ? undefined : walker, {}];
};

/** Every screen, and every dialog that it opens, by visitor. */
export const places: Readonly<Record<Walker, readonly Place[]>> = {
  nobody: [{ path: '/login' }, { path: '/subscription' }, { path: '/application/ended' }, { path: '/no/such/page' }],
  superadmin: [
    { path: '/dashboard' },
    { path: '/dashboard', name: 'password', act: password },
    { path: '/user/general' },
    { path: '/user/general', name: 'new', act: createUser('GeneralAdmin') },
    { path: '/user/salesman' },
    { path: '/user/third_oauth' },
    { path: '/enterprise' },
    { path: '/enterprise', name: 'detail', act: firstRow },
    {
      path: '/enterprise',
      name: 'orders',
      act: first(
        firstRow,
        tab(({ say }) => say(contract.entity('order').labels)),
      ),
    },
    {
      path: '/enterprise',
      name: 'usage',
      act: first(
        firstRow,
        tab(({ words }) => words.licence.usage),
      ),
    },
    {
      path: '/enterprise',
      name: 'history',
      act: first(
        firstRow,
        tab(({ words }) => words.record.history),
      ),
    },
    {
      path: '/enterprise',
      name: 'edit',
      act: first(
        firstRow,
        inside(({ words }) => words.actions.edit),
      ),
    },
    { path: '/enterprise', name: 'palette', act: keys('Control+k') },
    { path: '/enterprise', name: 'keys', act: keys('?') },
    { path: onOrders, ...detail },
    { path: '/authorization/project', ...detail },
    { path: '/user/salesman', ...detail },
    { path: '/enterprise/product' },
    { path: '/enterprise/product', ...detail },
    { path: '/enterprise/product', name: 'import', act: button(({ words }) => words.imports.open) },
    { path: '/enterprise/product', name: 'new', act: create('product') },
    {
      path: '/enterprise/product',
      name: 'profile',
      act: begins(({ say }) => say(contract.entity('product_license').label)),
    },
    { path: '/enterprise/sales_product' },
    { path: '/test_project' },
    { path: '/setting/service_account' },
    { path: '/setting/service_account', name: 'new', act: create('service_account') },
    { path: '/setting/service_token' },
    { path: '/setting/service_token', name: 'new', act: create('service_token') },
    { path: '/setting/product' },
    { path: '/setting/sign_in' },
    { path: '/setting/mail' },
    { path: '/setting/retention' },
    { path: '/setting/signing_key' },
    {
      path: '/setting/signing_key',
      name: 'change',
      act: button(({ say }) => say({ en: 'Change the key', zh: '更换密钥' })),
    },
    { path: '/setting/identity_provider' },
    { path: '/setting/identity_provider', name: 'new', act: create('identity_provider') },
    { path: '/user/role_variant' },
    { path: '/user/role_variant', name: 'new', act: create('role_variant') },
    { path: '/audit' },
    { path: '/audit', name: 'detail', act: firstRow },
    { path: '/userinfo' },
    { path: '/userinfo?active=notices' },
    { path: '/userinfo?active=sessions' },
    { path: '/userinfo?active=subscriptions' },
    { path: '/userinfo?active=subscriptions', ...detail },
    { path: '/userinfo?active=payments' },
    { path: '/userinfo?active=payments', ...detail },
  ],
  operations: [
    { path: '/dashboard' },
    { path: onOrders },
    { path: onOrders, name: 'approve', act: order(1) },
    { path: onOrders, name: 'detail', act: order(2) },
    { path: onOrders, name: 'range', act: (page) => page.locator('button[aria-haspopup=dialog]').first().click() },
    { path: onOrders, name: 'views', act: button(({ words }) => words.views.title) },
    { path: onOrders, name: 'columns', act: button(({ words }) => words.views.columns) },
    { path: onOrders, name: 'filters', act: button(({ words }) => words.list.addFilter) },
    { path: '/authorization/project' },
    {
      path: '/authorization/project',
      name: 'move',
      act: inRow(({ say }) => say(contract.entity('project').actions?.relocate?.label)),
    },
    { path: '/enterprise', name: 'new', act: create('enterprise') },
    { path: '/user/enterprise_user', name: 'new', act: createUser('Enterprise') },
  ],
  sales: [
    { path: '/dashboard' },
    { path: '/dashboard', name: 'renew', act: begins(({ words }) => words.renewal.action) },
    { path: '/user/enterprise_user' },
    { path: '/user/enterprise_user', name: 'new', act: createUser('Enterprise') },
    { path: '/enterprise/enterprise_product', name: 'new', act: create('enterprise_product') },
    { path: onOrders },
    { path: onOrders, name: 'new', act: create('order') },
    { path: onOrders, name: 'confirm', act: order(0) },
    { path: onOrders, name: 'bulk', act: bulk },
  ],
  enterprise: [
    { path: '/dashboard' },
    { path: '/dashboard', name: 'messages', act: begins(({ words }) => words.messages.bell) },
    { path: '/dashboard', name: 'menu', act: button(({ words }) => words.header.user) },
    { path: '/user/subuser' },
    { path: '/user/subuser', name: 'new', act: createUser('Subordinate') },
    { path: '/authorization/project', name: 'new', act: create('project') },
    { path: '/authorization/project' },
    { path: '/authorization/project', ...detail },
    { path: '/authorization/project', name: 'link', act: inRow(({ words }) => words.application.action) },
    { path: onOrders, name: 'detail', act: order(2) },
    { path: onLicences },
    { path: onLicences, name: 'detail', act: rowWith(labelIn(assignmentStates, 1)) },
    { path: onLicences, name: 'mails', act: mails },
    {
      path: onLicences,
      name: 'send',
      act: first(
        mails,
        inside(({ words }) => words.licence.custom),
      ),
    },
    {
      path: onLicences,
      name: 'usage',
      act: first(
        issuedLicence,
        tab(({ words }) => words.licence.usage),
      ),
    },
    { path: onLicences, name: 'allocate', act: button(({ words }) => words.allocation.action) },
    { path: '/authorization/assignment?active=2' },
    { path: '/authorization/assignment?active=2', ...detail },
    {
      path: '/authorization/assignment?active=2',
      name: 'serve',
      act: inRow(({ say }) => say(contract.entity('application').actions?.serve?.label)),
    },
    { path: '/behalf_order' },
    { path: '/message' },
    { path: '/userinfo?active=payments' },
  ],
  subuser: [
    { path: '/dashboard' },
    { path: '/authorization/application' },
    { path: '/authorization/application', ...detail },
    { path: '/authorization/application', name: 'new', act: create('application') },
  ],
  acting: [
    { path: '/dashboard' },
    { path: onOrders },
    { path: onOrders, ...detail },
    { path: onLicences },
    // A page that is forbidden to the enterprise for which the salesman acts (A6).
    { path: '/enterprise' },
    { path: '/userinfo' },
  ],
};

export const walkers = Object.keys(places) as Walker[];

const layers = '[role=dialog], [role=menu], .MuiPopover-paper';

/** Closes the layers over the page and navigates within the console; loads the page if the console is not open. */
async function go(page: Page, path: string): Promise<void> {
  if ((await page.locator('nav').count()) === 0) {
    await page.goto(path);
    return;
  }
  const open = page.locator(layers);
  for (let left = await open.count(); left > 0; left = await open.count()) {
    await page.keyboard.press('Escape');
    await open.nth(left - 1).waitFor({ state: 'detached' });
  }
  const at = new URL(page.url());
  if (at.pathname + at.search === path) return;
  await turnTo(page, path);
}

/** Opens a screen and its dialog, and waits until everything is loaded. */
export async function visit(page: Page, { path, act }: Place, words: Words): Promise<void> {
  await go(page, path);
  await settled(page);
  if (act) {
    await act(page, words);
    await shown(page, layers);
    await settled(page);
  }
  await still(page);
}
