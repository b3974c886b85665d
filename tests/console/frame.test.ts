import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, depth, dialog, field, openNew, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const open = async (account: string, path: string, options = {}): Promise<Page> => {
  const page = await desk.open(account, options);
  await page.goto(path);
  await settled(page);
  return page;
};
const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const session = () => JSON.parse(localStorage.getItem('licence.session') ?? 'null');
const toasts = (page: Page) => page.locator('.MuiSnackbar-root [role=alert]');

describe('an address that react-admin makes from a resource', () => {
  it.each([
    ['superadmin', '/product', '/enterprise/product'],
    ['sales', '/order', '/authorization/order'],
    ['sales', '/user/create', '/user/enterprise_user'],
    ['enterprise', '/project/1', '/authorization/project/1'],
    ['enterprise', '/order/1/show', '/authorization/order/1'],
  ])('leads %s from %s to the screen %s', async (account, path, wanted) => {
    const page = await open(account, path);
    await poll(() => at(page)).toBe(wanted);
  });

  it.each(['/users', '/auditx', '/order/five', '/order/1/edit', '/no/such/page'])(
    '%s is the error page',
    async (path) => {
      const page = await open('superadmin', path);
      await page.getByText('Sorry, this page cannot be accessed.', { exact: false }).waitFor();
    },
  );
});

describe('the address of an entity without a screen', () => {
  it.each(['/assignment', '/assignment/1'])('%s says so inside the frame, with one way back', async (path) => {
    const page = await open('sales', path);
    await page.getByText('Sorry, this page cannot be accessed.', { exact: false }).waitFor();
    await page.getByRole('banner').waitFor();
    expect(await page.getByRole('link', { name: 'Back to the dashboard' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'English' }).count()).toBe(0);
  });
});

describe('the window', () => {
  it('is titled by its page', async () => {
    const page = await open('superadmin', '/audit');
    await poll(() => page.title()).toBe('Audit · License');
    await page.getByRole('link', { name: 'Enterprises', exact: true }).click();
    await poll(() => page.title()).toBe('Enterprises · License');
  });

  it('says that the session ends, five minutes before', async () => {
    const page = await desk.open('sales');
    const soon = new Date(Date.now() + 4 * 60_000).toISOString();
    localStorage.setItem('licence.session', JSON.stringify({ ...session(), expires_at: soon }));
    await page.goto('/dashboard');
    await toast(page, 'Your session ends at');
  });

  it('shows the latest notice in place of the one before', async () => {
    const page = await open('superadmin', '/enterprise');
    await page.route(/saved_view\/list/, (route) => route.continue());
    await button(page, 'Export').click();
    await poll(() => toasts(page).allInnerTexts()).toEqual(['Operation successful']);
    await page.route(/enterprise\/list/, (route) => route.fulfill({ status: 500, json: { title: 'The second' } }));
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'General' }).click();
    await poll(() => toasts(page).allInnerTexts()).toEqual(['The second']);
    await toasts(page).getByRole('button').first().click();
    await poll(() => toasts(page).count()).toBe(0);
  });
});

describe('a part that cannot be drawn', () => {
  it('is reported, says why, and is tried again; the rest of the console stays', async () => {
    const reports = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const page = await desk.open('sales');
    await page.route('**/v1/dashboard**', (route) => route.fulfill({ json: { numbers: 7 } }));
    await page.goto('/dashboard');
    const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong in this part of the page.' });
    await alert.waitFor();
    expect(reports.mock.calls.map(([report]) => report)).toContain('A part of the page could not be drawn');
    expect(await page.getByRole('banner').count()).toBe(1);
    await page.unroute('**/v1/dashboard**');
    await button(page, 'Try again').click();
    await page.getByRole('heading', { level: 1, name: 'Lin Yue' }).waitFor();
    await poll(() => alert.count()).toBe(0);
    // The same applies to a dialog, which can still be closed.
    const id = await customer.approved(1);
    await page.route(`**/v1/timeline/order/${id}`, (route) => route.fulfill({ json: { items: 7 } }));
    await page.goto(`/authorization/order?id=${id}`);
    await dialog(page).getByText('Something went wrong in this part of the page.').waitFor();
    await page.unroute(`**/v1/timeline/order/${id}`);
    await button(dialog(page), 'Try again').click();
    await dialog(page).locator('dl').waitFor();
    reports.mockRestore();
  });
});

describe('the filters of a list', () => {
  it('are all seen, also those of a link, and each can be taken away', async () => {
    const filter = { expires_within: 30, status: [1, 2], enterprise_id: customer.enterprise.id };
    const page = await open('superadmin', `/authorization/order?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const chips = page.getByRole('list', { name: 'Filters' });
    await poll(() => chips.textContent()).toContain(`Enterprise: ${customer.enterprise.name}`);
    await poll(() => chips.textContent()).toContain('Status: Pending review, Approved');
    await poll(() => chips.textContent()).toContain('Licences expire within (days): 30');
    const asked = page.waitForRequest((one) => one.url().includes('/v1/order/list'));
    await chips.getByRole('button', { name: 'Remove the filter Status' }).click();
    expect((await asked).url()).not.toContain('filter_status');
    await poll(() => chips.textContent()).not.toContain('Pending review');
  });

  it('are added by name, edited in place, and taken away, by the keyboard alone', async () => {
    const page = await open('superadmin', '/authorization/order');
    const bar = page.getByRole('search');
    await button(bar, 'Add filter').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Add filter' }).waitFor();
    await poll(() => page.getByRole('option').allTextContents()).toEqual(['Product', 'Enterprise']);
    await page.getByRole('combobox', { name: 'Add filter' }).fill('ente');
    await page.keyboard.press('Enter');
    const picker = page.getByRole('dialog', { name: 'Enterprise' }).getByRole('combobox');
    await picker.waitFor();
    await picker.fill(customer.enterprise.name);
    await poll(() => page.getByRole('option').allTextContents()).toEqual([customer.enterprise.name]);
    const asked = page.waitForRequest((one) => one.url().includes(`filter_enterprise_id=${customer.enterprise.id}`));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await asked;
    const chip = button(bar, `Enterprise: ${customer.enterprise.name}`);
    await chip.focus();
    await page.keyboard.press('Delete');
    await chip.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('enterprise_id%22%3A');
  });

  it('are forgotten when the session changes', async () => {
    const page = await open('sales', '/user/enterprise_user');
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody of that name');
    await page.getByText('Nothing matches these filters').waitFor();
    await button(page, 'Reset').click();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Rejected' }).click();
    await button(page, 'Remove the filter Status').waitFor();
    await page.getByRole('link', { name: 'Enterprise users', exact: true }).click();
    await button(page.getByRole('row').filter({ hasText: customer.enterprise.name }), 'Act for this user').click();
    await button(page.getByRole('banner'), 'Back to sales').waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await settled(page);
    expect(await page.getByRole('search').getByRole('button', { name: 'Remove the filter' }).count()).toBe(0);
  });

  it('a row opened in a tab of its own keeps the tab that it stands in', async () => {
    const page = await open('enterprise', '/authorization/assignment?active=2');
    const link = page.locator('tbody a').first();
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/^\/authorization\/assignment\/\d+\?active=2$/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('project');
    await poll(() => at(page)).toContain('filter=');
    expect(at(page)).toContain('active=2');
  });
});

describe('a picker', () => {
  it('keeps what is typed over a chosen record, and shows one that no page of the list holds', async () => {
    const page = await open('superadmin', '/enterprise');
    await page.route(/user\/list.*sort=/, async (route) => {
      const answer = await (await route.fetch()).json();
      return route.fulfill({ json: { ...answer, items: answer.items.slice(0, 1), total: 90 } });
    });
    const row = page.getByRole('row').filter({ hasText: customer.enterprise.name });
    await button(row, `Edit: ${customer.enterprise.name}`).click();
    const owner = field(page, 'sales_user_id');
    await poll(() => owner.inputValue()).toBe('Lin Yue 林悦');
    await owner.fill('Han');
    await settled(page);
    expect(await owner.inputValue()).toBe('Han');
  });
});

describe('an edit', () => {
  it('begins with the record as it is, sends what was changed, and does not overwrite another’s change', async () => {
    const id = await customer.project({ name: 'Pier', code: 'P-1' });
    const page = await open(customer.name, '/authorization/project');
    await customer.call('POST', `/v1/project/${id}`, { code: 'P-2' });
    await button(page, 'Edit: Pier').click();
    await poll(() => field(page, 'code').inputValue()).toBe('P-2');
    const bodies = sent(page, 'POST', `/v1/project/${id}`);
    await field(page, 'comment').fill('Typed with care');
    await customer.call('POST', `/v1/project/${id}`, { code: 'P-3' });
    await button(dialog(page), 'Save').click();
    await dialog(page).getByText('Somebody has changed this record in the meantime.', { exact: false }).waitFor();
    await button(dialog(page), 'Reload').click();
    await poll(() => field(page, 'code').inputValue()).toBe('P-3');
    await poll(() => field(page, 'comment').inputValue()).toBe('Typed with care');
    await button(dialog(page), 'Save').click();
    await poll(() => depth(page)).toBe(0);
    expect(bodies).toEqual([{ comment: 'Typed with care' }, { comment: 'Typed with care' }]);
    expect(await customer.call('GET', `/v1/project/${id}`)).toMatchObject({ code: 'P-3', comment: 'Typed with care' });
  });

  it('a second try after a time-out makes no second record', async () => {
    const page = await open(customer.name, '/authorization/project');
    await openNew(page, 'New project');
    await field(page, 'name').fill('Only once');
    const product = field(page, 'product_id');
    await product.click();
    await page.getByRole('option').first().click();
    let tries = 0;
    await page.route('**/v1/project', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await button(dialog(page), 'Create').click();
    await toast(page, 'Request timed out');
    await button(dialog(page), 'Create').click();
    await poll(() => depth(page)).toBe(0);
    const { total } = await customer.call('GET', '/v1/project/list?search=Only once');
    expect([tries, total]).toEqual([2, 1]);
  });
});

describe('dialogs', () => {
  it('stay when the row that they were opened from leaves the list', async () => {
    const id = await customer.project({ name: 'Fleeting' });
    const page = await open(customer.name, '/authorization/project');
    await button(page, 'Edit: Fleeting').click();
    await field(page, 'comment').fill('Half a word');
    await page.route(/project\/list/, (route) =>
      route.fulfill({ json: { items: [], total: 0, page: 1, per_page: 20 } }),
    );
    window.dispatchEvent(new Event('focus'));
    await customer.call('GET', `/v1/project/${id}`);
    await settled(page);
    expect(await field(page, 'comment').inputValue()).toBe('Half a word');
  });

  it('deleting all messages asks', async () => {
    await customer.order(1);
    const page = await open('sales', '/message');
    const calls: string[] = [];
    page.on('request', (request) => request.url().endsWith('/delete/all') && calls.push(request.method()));
    await button(page, 'Delete all messages').click();
    await dialog(page)
      .getByText(/^All \d+ messages, read or not, are deleted/)
      .waitFor();
    expect(calls).toEqual([]);
    await button(dialog(page), 'Delete all messages').click();
    await page.getByText('No new messages').first().waitFor();
    expect(calls).toEqual(['POST']);
  });
});

describe('what every role can reach', () => {
  it('an administrator of each kind is made by the superadmin', async () => {
    const page = await open('superadmin', '/user/general');
    await openNew(page, 'New administrator');
    const values = {
      name: 'second.admin',
      password: 'Licence-2026',
      password_repeat: 'Licence-2026',
      nick_name: 'Second',
      phone: '+86 21 5550 0100',
    };
    for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
    await dialog(page).getByRole('combobox').first().click();
    await poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Administrator', 'Operations']);
    await page.getByRole('option', { name: 'Administrator' }).click();
    const bodies = sent(page, 'POST', '/v1/user');
    await button(dialog(page), 'Create').click();
    await poll(() => depth(page)).toBe(0);
    expect(bodies[0]).toMatchObject({ role_id: 1, name: 'second.admin' });
  });

  it('a payment is entered and shown in major units of its currency', async () => {
    const page = await open('superadmin', '/userinfo?active=payments');
    await page.locator('tbody tr').first().waitFor();
    await poll(() => page.locator('tbody').textContent()).toMatch(/(CN¥|\$|€)[\d,]+\.\d\d/);
  });
});
