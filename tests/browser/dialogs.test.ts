import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { button, depth, dialog, field, openNew, pick, poll, sent, widthOf } from '../support/form.ts';
import { visit, wordsOf } from '../support/places.ts';

let desk: TestConsole;
let customer: Customer;
beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const open = async (account: string, path: string, options = {}): Promise<Page> => {
  const page = await desk.open(account, { reducedMotion: 'reduce', ...options });
  await page.goto(path);
  await settled(page);
  return page;
};
const click = (name: string) => (page: Page) => button(page, name).first().click();
const firstRow = (page: Page) => page.locator('tbody a').first().click();

type Opened = readonly [path: string, act: (page: Page) => Promise<void>, width: number];
const password = async (page: Page) => {
  await button(page, 'User menu').click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
};
const original = async (page: Page) => {
  await openNew(page, 'New order');
  await pick(page, 'category_id', 'Reissue');
  await button(dialog(page), 'Choose original order').click();
  await poll(() => depth(page)).toBe(2);
};
/** The oldest licence in the list was mailed; the newest ones, made from applications, were not. */
const mail = (name: string) => async (page: Page) => {
  await page.getByRole('row').filter({ hasText: 'Issued successfully' }).last().locator('a').first().click();
  await dialog(page).getByRole('tab', { name: 'E-mails' }).click();
  await button(dialog(page), name).first().click();
  await poll(() => depth(page)).toBe(2);
};
const renew = (page: Page) => page.getByRole('button', { name: 'Turn on auto-renew' }).first().click();
const edit = (page: Page) =>
  page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .click();

/** What opens a dialog, by account; dialogs that ask before they close come last. */
const dialogs: Readonly<Record<string, readonly Opened[]>> = {
  superadmin: [
    ['/user/general', click('New administrator'), 800],
    ['/enterprise', firstRow, 900],
    ['/userinfo?active=subscriptions', click('Activate'), 800],
  ],
  operations: [
    ['/authorization/order', firstRow, 900],
    ['/enterprise', edit, 800],
  ],
  sales: [
    ['/authorization/order', click('New order'), 800],
    ['/dashboard', password, 800],
  ],
  enterprise: [
    ['/authorization/assignment', click('Allocate licences'), 900],
    ['/authorization/assignment', mail('Send to another address'), 800],
    ['/authorization/assignment', mail('Send again'), 800],
    ['/authorization/assignment', firstRow, 900],
    ['/authorization/assignment?active=2', click('Choose orders'), 900],
    ['/userinfo?active=subscriptions', renew, 800],
    ['/authorization/order', original, 960],
  ],
  subuser: [['/authorization/application', click('New application'), 800]],
};

describe('every dialog', () => {
  it.each(Object.keys(dialogs))('of %s is 800 to 960 px wide (R-DLG-02, R-DLG-03, A26)', async (account) => {
    const page = await desk.open(account, { reducedMotion: 'reduce' });
    const found: [string, number][] = [];
    for (const [path, act] of dialogs[account] ?? []) {
      await visit(page, { path, act }, wordsOf('en'));
      found.push([path, await widthOf(page)]);
    }
    expect(found).toEqual(dialogs[account]?.map(([path, , width]) => [path, width]));
  });

  it('takes 96% of a narrow screen (A26)', async () => {
    const narrow = await open('subuser', '/authorization/application', { viewport: { width: 700, height: 900 } });
    await openNew(narrow, 'New application');
    await poll(() => widthOf(narrow)).toBe(672);
  });

  it('of an order is 900 px wide, with its allocations 400 px high (R-ODLG-01, R-ODLG-02)', async () => {
    const page = await open(customer.name, `/authorization/order?id=${await customer.approved(5)}`);
    const history = dialog(page).getByRole('region', { name: 'Allocation history' });
    await history.waitFor();
    await poll(() => widthOf(page)).toBe(900);
    expect((await history.boundingBox())?.height).toBe(400);
  });

  it.each([
    ['sales', '/dashboard', /^Renew: /],
    ['operations', '/enterprise', /^Edit: /],
    ['superadmin', '/user/enterprise_user', /^Edit: /],
    ['superadmin', '/product', /^(Issuing profile|Licence settings|Edit): /],
  ] as const)('of %s at %s is the only layer while its form waits for scripts', async (account, path, name) => {
    const page = await open(account, path);
    await page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    await page.evaluate(() => {
      const seen = window as { layers?: number };
      new MutationObserver(() => {
        const isThere = document.querySelector('[role=dialog]') !== null;
        if (isThere) seen.layers = Math.max(seen.layers ?? 0, document.querySelectorAll('.MuiModal-root').length);
      }).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await page.getByRole('button', { name }).first().click();
    await dialog(page).locator('button[type=submit]').waitFor();
    await dialog(page).locator('input').first().waitFor();
    expect(await page.evaluate(() => (window as { layers?: number }).layers)).toBe(1);
  });

  it.each([390, 749, 1440])(
    'has room between a hint or an error and the label of the next input (%i px)',
    async (width) => {
      const page = await open('superadmin', '/webhook', { viewport: { width, height: 900 } });
      await openNew(page, 'New webhook');
      await button(dialog(page), 'Create').click();
      await dialog(page).locator('.Mui-error.MuiFormHelperText-root').first().waitFor();
      // The label of an input that has a value is on its upper edge.
      await field(page, 'url').fill('no address');
      await field(page, 'url').press('Tab');
      const gaps = await dialog(page).evaluate((form) => {
        const labels = [...form.querySelectorAll('.MuiInputLabel-shrink')];
        return [...form.querySelectorAll('.MuiFormHelperText-root')].flatMap((below) => {
          const words = document.createRange();
          words.selectNodeContents(below);
          const text = words.getBoundingClientRect();
          const next = labels
            .map((label) => label.getBoundingClientRect())
            .filter(({ left, right, top }) => left < text.right && right > text.left && top > text.top)
            .map(({ top }) => top - text.bottom);
          const isBlank = (below.textContent ?? '').trim().length < 2;
          return isBlank || next.length === 0 ? [] : [Math.min(...next)];
        });
      });
      expect(gaps.length).toBeGreaterThan(0);
      expect(Math.min(...gaps)).toBeGreaterThan(5);
    },
  );

  it('greys out the days that a rule refuses, and the keyboard stays on the others', async () => {
    const page = await open('superadmin', '/userinfo?active=subscriptions');
    await click('Activate')(page);
    const type = async (name: string, value: string) => {
      await field(page, name).fill(value);
      await field(page, name).press('Tab');
    };
    await type('period_start_at', '2031-03-10 08:00:00');
    await type('period_end_at', '2031-03-12 08:00:00');
    const dayOf = (name: string) => page.getByRole('dialog').last().getByRole('button', { name });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await button(dialog(page), 'Choose a day: Until').click();
    await dayOf('March 9, 2031').waitFor();
    expect(await dayOf('March 9, 2031').isDisabled()).toBe(true);
    expect(await dayOf('March 10, 2031').isDisabled()).toBe(false);
    expect(await button(page, 'Go to the Previous Month').getAttribute('aria-disabled')).toBe('true');
    await poll(focused).toContain('March 12, 2031');
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowLeft');
    expect(await focused()).toContain('March 10, 2031');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await poll(() => field(page, 'period_end_at').inputValue()).toBe('2031-03-17 08:00:00');
    await button(dialog(page), 'Choose a day: From').click();
    await dayOf('March 18, 2031').waitFor();
    expect(await dayOf('March 18, 2031').isDisabled()).toBe(true);
    expect(await dayOf('March 17, 2031').isDisabled()).toBe(false);
    await page.keyboard.press('Escape');
  });

  it('leaves 700 ms before a tooltip appears (R-DLG-02)', async () => {
    const page = await open('operations', '/enterprise');
    const after = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let since = 0;
          document.addEventListener('mouseover', () => {
            since ||= performance.now();
          });
          new MutationObserver(() => {
            if (document.querySelector('[role=tooltip]')) resolve(performance.now() - since);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page
      .getByRole('button', { name: /^Edit: / })
      .first()
      .hover();
    expect(await after).toBeGreaterThanOrEqual(695);
    expect(await after).toBeLessThan(1400);
    expect(await page.getByRole('tooltip').textContent()).toBe('Edit');
  });
});

describe('what was entered', () => {
  const question = 'Discard your changes?';
  const asked = (page: Page) => dialog(page).getByText(question).waitFor();

  it('is not lost to Escape, to the cross, to Cancel, nor to the way back, unless that is meant', async () => {
    const page = await open('sales', '/dashboard');
    await page.getByRole('navigation').getByRole('link', { name: 'Enterprises' }).click();
    await openNew(page, 'New enterprise');
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await openNew(page, 'New enterprise');
    await field(page, 'name').fill('Half');
    const ways = [
      () => page.keyboard.press('Escape'),
      () => button(dialog(page), 'Close').click(),
      () => button(dialog(page), 'Cancel').click(),
      () => page.evaluate(() => window.history.back()),
    ];
    for (const leave of ways) {
      await leave();
      await asked(page);
      await button(dialog(page), 'Keep editing').click();
      await poll(() => depth(page)).toBe(1);
      expect(await field(page, 'name').inputValue()).toBe('Half');
      expect(new URL(page.url()).pathname).toBe('/enterprise');
    }
    await page.keyboard.press('Escape');
    await asked(page);
    await button(dialog(page), 'Discard').click();
    await poll(() => depth(page)).toBe(0);
    await openNew(page, 'New enterprise');
    expect(await field(page, 'name').inputValue()).toBe('');
    await field(page, 'name').fill('Half');
    await page.evaluate(() => window.history.back());
    await asked(page);
    await button(dialog(page), 'Discard').click();
    await poll(() => depth(page)).toBe(0);
    // Going back closes the dialog; going back again leaves the page.
    expect(new URL(page.url()).pathname).toBe('/enterprise');
    await page.evaluate(() => window.history.back());
    await page.waitForURL('**/dashboard');
    expect(await depth(page)).toBe(0);
  });

  it('is not lost when the page is left, and nothing is asked when nothing was entered', async () => {
    const page = await open('enterprise', '/authorization/assignment');
    const warnings: string[] = [];
    page.on('dialog', (warning) => {
      warnings.push(warning.type());
      void warning.dismiss();
    });
    await openNew(page, 'Allocate licences');
    // The browser asks only for a page that somebody has used, so the text is typed.
    await field(page, 'comment').first().click();
    await page.keyboard.type('For the pier');
    const isGuarded = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await poll(isGuarded).toBe(true);
    await page.close({ runBeforeUnload: true });
    await poll(() => warnings).toEqual(['beforeunload']);
    await button(dialog(page), 'Cancel').click();
    await asked(page);
    await button(dialog(page), 'Discard').click();
    await poll(() => depth(page)).toBe(0);
    await page.close({ runBeforeUnload: true });
    await poll(() => page.isClosed()).toBe(true);
    expect(warnings).toEqual(['beforeunload']);
  });

  it('is refused at its input where it is no number, rather than sent as none', async () => {
    const page = await open('enterprise', '/setting/service_account');
    const bodies = sent(page, 'POST', '/v1/service_account');
    await openNew(page, 'New service account');
    await field(page, 'name').fill('Half');
    const rate = field(page, 'requests_per_minute');
    const isRefused = async () => (await rate.getAttribute('aria-invalid')) === 'true';
    for (const typed of ['-', '5e']) {
      await rate.fill('');
      await rate.pressSequentially(typed);
      await button(dialog(page), 'Create').click();
      await poll(isRefused).toBe(true);
    }
    expect(bodies).toEqual([]);
    await rate.fill('5');
    await button(dialog(page), 'Create').click();
    await poll(() => bodies.map(({ requests_per_minute }) => requests_per_minute)).toEqual([5]);
  });

  it('over a record is not lost when the window is turned, and its buttons stay in sight on a phone', async () => {
    const page = await open('superadmin', '/enterprise');
    await firstRow(page);
    await button(dialog(page), 'Edit').click();
    await field(page, 'contact_man').fill('Half');
    for (const [width, height] of [
      [820, 1180],
      [390, 700],
      [1366, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await poll(() => depth(page)).toBe(2);
      expect(await field(page, 'contact_man').inputValue()).toBe('Half');
      const foot = async () => {
        const save = await button(dialog(page), 'Save').boundingBox();
        return (save?.y ?? height) + (save?.height ?? 0);
      };
      await poll(foot).toBeLessThanOrEqual(height);
    }
  });

  it('is guarded in a detail that takes steps, and not after the step was taken', async () => {
    const id = await customer.order(2);
    const page = await open('sales', `/authorization/order?id=${id}`);
    await field(page, 'comment').first().fill('No budget');
    await page.keyboard.press('Escape');
    await asked(page);
    await button(dialog(page), 'Keep editing').click();
    await poll(() => depth(page)).toBe(1);
    await button(dialog(page), 'Reject').click();
    await button(dialog(page), 'Reject order').click();
    await poll(() => depth(page)).toBe(0);
    expect(await page.getByText(question).count()).toBe(0);
    await page.goto(`/authorization/order?id=${id}`);
    await dialog(page).locator('dl').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
  });
});

describe('a mistake', () => {
  /** What assistive technology says of the focused input, and whether its message is announced when it changes. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const input = document.activeElement;
      const below = document.getElementById(input?.getAttribute('aria-describedby') ?? '');
      return {
        name: input?.getAttribute('name'),
        invalid: input?.getAttribute('aria-invalid'),
        message: below?.textContent,
        live: below?.getAttribute('aria-live'),
      };
    });
  const empty = 'The current item cannot be empty';

  it('has the focus after a refused save, with its message, in new and changed records and in steps', async () => {
    const page = await open('superadmin', `/enterprise?id=${customer.enterprise.id}`);
    await button(dialog(page), 'Edit').click();
    await field(page, 'name').fill('');
    await field(page, 'contact_mail').fill('nobody');
    await button(dialog(page), 'Save').click();
    await poll(() => focused(page)).toEqual({ name: 'name', invalid: 'true', message: empty, live: 'polite' });
    await field(page, 'name').fill(customer.enterprise.name);
    await button(dialog(page), 'Save').click();
    await poll(async () => (await focused(page)).name).toBe('contact_mail');
    await button(dialog(page), 'Cancel').click();
    await button(dialog(page), 'Discard').click();

    const order = await customer.order(2);
    const sales = await open('sales', `/authorization/order?id=${order}`);
    await field(sales, 'assign_period').fill('0');
    await button(dialog(sales), 'Confirm').click();
    await poll(async () => (await focused(sales)).name).toBe('assign_period');
    await button(dialog(sales), 'Reject').click();
    await field(sales, 'comment').fill('x'.repeat(3000));
    await button(dialog(sales), 'Reject order').click();
    await poll(() => focused(sales)).toMatchObject({ name: 'comment', invalid: 'true', live: 'polite' });
  });
});

describe('a question', () => {
  it('sends its answer once, however fast it is clicked', async () => {
    const page = await open('operations', '/enterprise');
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && calls.push(request.url()));
    await page
      .getByRole('button', { name: /^Delete: / })
      .first()
      .click();
    await button(dialog(page), 'Delete').evaluate((yes: HTMLElement) => {
      for (let times = 0; times < 3; times += 1) yes.click();
    });
    await page.getByRole('alert').first().waitFor();
    expect(calls).toHaveLength(1);
  });
});

it('a row is a link: it opens here, in a tab of its own by the middle button, and by the keyboard', async () => {
  const page = await open('superadmin', '/enterprise/product');
  const link = page.locator('tbody tr').first().getByRole('link');
  const name = (await link.textContent()) ?? '';
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button: 'middle' })]);
  await tab.getByRole('dialog', { name }).waitFor();
  await tab.close();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
});

it('the palette ends above the foot of the window, and its last command is reached', async () => {
  const page = await desk.open('superadmin', { viewport: { width: 1440, height: 700 }, reducedMotion: 'reduce' });
  await page.goto('/enterprise');
  await settled(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('option').nth(10).waitFor();
  const foot = async (place: Locator) => {
    const box = await place.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 700);
  };
  await poll(() => foot(palette)).toBeLessThan(690);
  const last = palette.getByRole('option').last();
  await last.scrollIntoViewIfNeeded();
  await poll(() => foot(last)).toBeLessThan(690);
});
