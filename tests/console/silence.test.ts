import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { walkers } from '../support/account.ts';
import { withUnread } from '../support/messageCauses.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import type { Route } from './support/network.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterEach(() => desk.leave());
afterAll(() => desk.close());

const toasts = (page: Page) => page.locator('.MuiSnackbar-root [role=alert]');
const loading = (page: Page) =>
  page.locator('main [role=progressbar], [role=dialog] [role=progressbar], .MuiSkeleton-root');

/** Failures that would show a message if the request were not silent. */
const serverError = (route: Route) => route.fulfill({ status: 500, json: { title: 'Not to be shown' } });
const noAnswer = (route: Route) => route.abort();

async function isSilent(page: Page): Promise<void> {
  await settled(page);
  expect(await toasts(page).allInnerTexts()).toEqual([]);
  await expect.poll(() => loading(page).count()).toBe(0);
}

/** Counts the failed requests, so that a missing request is not mistaken for silence. */
async function fail(page: Page, url: string | RegExp, answer: (route: Route) => Promise<void>): Promise<() => number> {
  let failed = 0;
  await page.route(url, (route) => {
    failed += 1;
    return answer(route);
  });
  return () => failed;
}

describe('a failed call behind the scenes', () => {
  it.each(walkers)('the bell and the messages of %s show no message and stop loading (R-ERR-08)', async (account) => {
    await withUnread(desk, account, 1);
    const page = await desk.open(account);
    await page.goto('/dashboard');
    await settled(page);
    const marked = await fail(page, '**/v1/notification/update', serverError);
    await page.getByRole('button', { name: 'Messages: 1 unread' }).click();
    await page.locator('.MuiPopover-paper .MuiListItemButton-root').click();
    await isSilent(page);
    expect(marked()).toBe(1);
    for (const answer of [serverError, noAnswer]) {
      const listed = await fail(page, '**/v1/notification/list**', answer);
      await page.goto('/message');
      await page.getByText('The data could not be loaded.').waitFor();
      await isSilent(page);
      expect(listed()).toBeGreaterThanOrEqual(2);
      await page.unroute('**/v1/notification/list**');
    }
  });

  it.each([serverError, noAnswer])(
    'the lists behind the forms and the mail status show no message (R-ERR-08)',
    async (answer) => {
      const sales = await desk.open('sales');
      await sales.goto('/authorization/order');
      await settled(sales);
      const enterprises = await fail(sales, '**/v1/enterprise/list?**', answer);
      await sales.getByRole('button', { name: 'New order' }).first().click();
      await sales.getByRole('dialog').waitFor();
      await isSilent(sales);
      await expect.poll(enterprises).toBeGreaterThan(0);
      await isSilent(sales);
      const page = await desk.open('enterprise');
      await page.goto('/authorization/assignment?active=1');
      await settled(page);
      const projects = await fail(page, '**/v1/project/list?**', answer);
      await page.getByRole('button', { name: 'Allocate licences' }).click();
      await page.getByRole('dialog').waitFor();
      await isSilent(page);
      await expect.poll(projects).toBeGreaterThan(0);
      await isSilent(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const mails = await fail(page, '**/v1/assignment/mail/**', answer);
      await page.locator('tbody tr').filter({ hasText: 'Assigned' }).first().getByRole('link').first().click();
      await page.getByRole('dialog').getByRole('tab', { name: 'E-mails' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
      await isSilent(page);
      expect(mails()).toBeGreaterThan(0);
    },
  );
});

describe('an order that could not be created', () => {
  const option = async (page: Page, label: string, name?: string) => {
    await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).click();
    await page
      .getByRole('option', name ? { name } : {})
      .first()
      .click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  };

  it.each(scale(['sales'], ['sales', 'operations', 'enterprise']))(
    'is only logged for %s, and the dialog stays as it was; a reason is shown at its field (R-ERR-09)',
    async (account) => {
      const page = await desk.open(account);
      const logged: string[] = [];
      const log = vi.spyOn(console, 'error').mockImplementation((...parts) => void logged.push(parts.join(' ')));
      await page.goto('/authorization/order');
      await settled(page);
      await page.getByRole('button', { name: 'New order' }).first().click();
      const dialog = page.getByRole('dialog');
      if (account !== 'enterprise') {
        await option(page, 'Enterprise', '蓝港物流');
        await option(page, 'Enterprise user');
      }
      await option(page, 'Product');
      await option(page, 'Delivery method', 'Payment after delivery');
      await dialog.locator('input[name=purchased_hosts]').fill('3');
      let reply = { status: 409, json: { title: 'Not to be shown' } as object };
      await page.route('**/v1/order', (route) => route.fulfill(reply));
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect.poll(() => logged.filter((text) => text.includes('The order was not created')).length).toBe(1);
      log.mockRestore();
      await isSilent(page);
      expect(await dialog.locator('input[name=purchased_hosts]').inputValue()).toBe('3');
      const fields = { 'purchased.hosts': ['Three are too many'], comment: ['Second'] };
      reply = { status: 422, json: { title: 'Not this', error: { fields } } };
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('Three are too many').waitFor();
      // An error at a field is not repeated in a notice (issue 33, section 5).
      await isSilent(page);
      expect(await dialog.locator('input[name=purchased_hosts]').getAttribute('aria-invalid')).toBe('true');
    },
  );
});
