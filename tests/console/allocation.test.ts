import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { below, button, depth, dialog, field, lines, openNew, pick, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
let project: number;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
  project = await customer.project({ name: 'Harbour', mail: 'harbour@else.example' });
});
afterAll(() => desk.close());

const codeOf = async (order: number): Promise<string> => (await customer.call('GET', `/v1/order/${order}`)).code;
const row = (page: Page, code: string) => dialog(page).locator('tbody tr').filter({ hasText: code });
const tick = (page: Page, code: string) => dialog(page).getByRole('checkbox', { name: code });
const count = (page: Page, code: string) => dialog(page).getByRole('spinbutton', { name: `Quantity: ${code}` });

async function allocate(): Promise<Page> {
  const page = await desk.open(customer.name);
  await page.goto('/authorization/assignment');
  await openNew(page, 'Allocate licences');
  await pick(page, 'project_id', 'Harbour');
  return page;
}

describe('an allocation', () => {
  it('names its sub-user and its recipients; the mail of the project is filled in (B17, R-VALID-23)', async () => {
    const order = await customer.approved(3);
    const sub = { name: 'pier.sub', nick_name: 'Pier keeper', role_id: 5, password: 'Licence-2026' };
    const { id: sub_user_id } = await customer.call('POST', '/v1/user', sub);
    const page = await allocate();
    const bodies = sent(page, 'POST', '/v1/assignment');
    await poll(() => field(page, 'project_mail').inputValue()).toBe('harbour@else.example');
    await tick(page, await codeOf(order)).check();
    await pick(page, 'sub_user_id', 'Pier keeper');
    await field(page, 'sub_user_mail').fill('pier@else.example');
    await field(page, 'others').fill('a@else.example, b@else.example, c@else.example; a@else.example');
    await button(dialog(page), 'Allocate').click();
    // All recipients count together, which the form knows by itself.
    await poll(() => below(page, 'others')).toBe('At most three recipients');
    expect(bodies).toEqual([]);
    expect(await page.locator('.MuiSnackbar-root').count()).toBe(0);
    await field(page, 'others').fill('a@else.example, b@else');
    await button(dialog(page), 'Allocate').click();
    await poll(() => below(page, 'others')).toBe('Email format is incorrect');
    // The same person in several fields and cases counts once.
    await field(page, 'others').fill('a@else.example, A@else.example, PIER@else.example');
    await button(dialog(page), 'Allocate').click();
    await poll(() => depth(page)).toBe(0);
    expect(bodies.at(-1)).toMatchObject({
      project_id: project,
      orders: [{ order_id: order, hosts: 1 }],
      sub_user_id,
      mails: {
        project_mail: 'harbour@else.example',
        sub_user_mail: 'pier@else.example',
        others: ['a@else.example', 'A@else.example', 'PIER@else.example'],
      },
    });
    const { items } = await customer.call('GET', '/v1/assignment/list');
    expect(items[0].sub_user.id).toBe(sub_user_id);
  });

  it('asks about nothing when only the address of its project was filled in', async () => {
    const page = await desk.open(customer.name);
    await page.goto('/authorization/project');
    await button(page, 'Allocate licences').first().click();
    await poll(() => field(page, 'project_mail').inputValue()).toBe('harbour@else.example');
    await button(dialog(page), 'Cancel').click();
    await poll(() => depth(page)).toBe(0);
  });
});

describe('the orders of a project, more than a page of them', () => {
  let many: number[];
  beforeAll(async () => {
    many = [];
    for (let one = 0; one < 22; one += 1) many.push(await customer.approved(5));
  });

  it('are searched and paged by the server; what is ticked stays so on every page (R-OLST-01)', async () => {
    const [oldest = 0, next = 0] = many;
    const newest = many.at(-1) ?? 0;
    const [oldestCode, newestCode] = [await codeOf(oldest), await codeOf(newest)];
    const page = await allocate();
    const bodies = sent(page, 'POST', '/v1/assignment');
    await row(page, newestCode).waitFor();
    expect(await row(page, oldestCode).count()).toBe(0);
    await tick(page, newestCode).check();
    await count(page, newestCode).fill('2');
    await button(dialog(page), 'Page 2').click();
    await tick(page, oldestCode).check();
    await count(page, oldestCode).fill('6');
    await dialog(page).getByText('2 selected').waitFor();
    await dialog(page).getByRole('searchbox', { name: 'Search' }).fill(newestCode);
    await poll(() => dialog(page).locator('tbody tr').count()).toBe(1);
    await poll(() => count(page, newestCode).inputValue()).toBe('2');
    await button(dialog(page), 'Allocate').click();
    // The error is shown, although the order is not among the search results.
    await dialog(page).getByText(`${oldestCode}: Only 5 are available`).waitFor();
    expect(bodies).toEqual([]);
    await dialog(page).getByRole('searchbox', { name: 'Search' }).fill('');
    await button(dialog(page), 'Page 2').click();
    await row(page, oldestCode).getByText('Only 5 are available').waitFor();
    await count(page, oldestCode).fill('3');
    await tick(page, await codeOf(next)).check();
    await tick(page, await codeOf(next)).click();
    await button(dialog(page), 'Allocate').click();
    await toast(page, 'Licences are being issued');
    expect(bodies.map(({ orders }) => orders)).toEqual([
      [
        { order_id: newest, hosts: 2 },
        { order_id: oldest, hosts: 3 },
      ],
    ]);
  });

  it('are refused by the server at the count of the order that it is about, and shown as they are now', async () => {
    const [, , free = 0, taken = 0] = many;
    const [freeCode, usedCode] = [await codeOf(free), await codeOf(taken)];
    const page = await allocate();
    await row(page, usedCode).waitFor();
    await dialog(page).getByRole('searchbox', { name: 'Search' }).fill('ORD');
    await tick(page, freeCode).check();
    await tick(page, usedCode).check();
    await count(page, usedCode).fill('4');
    await customer.licence(project, taken, 3);
    await button(dialog(page), 'Allocate').click();
    await row(page, usedCode).getByText('Only 2 are available').waitFor();
    expect(await row(page, freeCode).getByText('Only').count()).toBe(0);
    expect(await count(page, usedCode).inputValue()).toBe('4');
    await poll(() => row(page, usedCode).locator('td').nth(4).textContent()).toBe('2');
    await count(page, usedCode).fill('3');
    await button(dialog(page), 'Allocate').click();
    await row(page, usedCode).getByText('Only 2 are available').waitFor();
  });
});

describe('an application', () => {
  const waiting = async (): Promise<number> => {
    const sub = await desk.api('subuser');
    const { items } = await sub.call('GET', '/v1/project/list?filter_effectuate=true');
    const { id } = await sub.call('POST', '/v1/allocation', { project_id: items[0].id, hosts: 1 });
    return id;
  };
  const applications = async (): Promise<Page> => {
    const page = await desk.open('enterprise');
    await page.goto('/authorization/assignment?active=2');
    await button(page, 'Approve').first().waitFor();
    await settled(page);
    return page;
  };

  it('is served from chosen orders, with a reply (R-CALL-71)', async () => {
    const id = await waiting();
    const page = await applications();
    const bodies = sent(page, 'POST', '/v1/allocation_assignment');
    await button(page, 'Choose orders').first().click();
    await dialog(page).getByText('Requested: 1').waitFor();
    // The focus starts at the orders, which come first, and not at the reply below them.
    const orders = dialog(page).locator('tbody tr input[type=checkbox]:not(:disabled)');
    await poll(() => orders.first().evaluate((one) => one === document.activeElement)).toBe(true);
    await button(dialog(page), 'Allocate').click();
    await dialog(page).getByText('Choose at least one order').waitFor();
    await orders.first().check();
    await dialog(page).locator('tbody tr input[type=number]:not(:disabled)').fill('2');
    await field(page, 'reply').first().fill(' Welcome ');
    await button(dialog(page), 'Allocate').click();
    // The server refuses more than was requested.
    await dialog(page).getByRole('alert').filter({ hasText: '1' }).first().waitFor();
    expect(await depth(page)).toBe(1);
    await dialog(page).locator('tbody tr input[type=number]:not(:disabled)').fill('1');
    await button(dialog(page), 'Allocate').click();
    await poll(() => depth(page)).toBe(0);
    expect(bodies.at(-1)).toMatchObject({ allocation_id: id, orders: [{ hosts: 1 }], comment: 'Welcome' });
    const enterprise = await desk.api('enterprise');
    expect(await enterprise.call('GET', `/v1/allocation/${id}`)).toMatchObject({ status: 1, reply: 'Welcome' });
  });

  it('is decided with a reply', async () => {
    const id = await waiting();
    const page = await applications();
    const bodies = sent(page, 'POST', `/v1/allocation/approve/${id}`);
    await button(page, 'Reject').first().click();
    const { project, product } = await (await desk.api('enterprise')).call('GET', `/v1/allocation/${id}`);
    const name = `Reject · ${project.name} · ${product.name}`;
    await dialog(page).getByRole('heading', { level: 2, name, exact: true }).waitFor();
    await field(page, 'reply').first().fill('Not this year');
    await button(dialog(page), 'Reject application').click();
    await toast(page, 'Operation successful');
    expect(bodies).toEqual([{ status: 9, comment: 'Not this year' }]);
  });

  it('leads its applicant to the licence that came of it, to read and to keep', async () => {
    const sub = await desk.api('subuser');
    const { items } = await sub.call('GET', '/v1/allocation/list?filter_status=1');
    const served = items.find((one: { assignments: { status: number }[] }) => one.assignments[0]?.status === 1);
    const page = await desk.open('subuser');
    await page.goto(`/authorization/application?id=${served.id}`);
    await dialog(page).locator('tbody a').first().click();
    await page.waitForURL(`**/authorization/application/${served.assignments[0].id}?active=2`);
    await button(dialog(page), 'Reveal').click();
    const { lic_secret } = await sub.call('GET', `/v1/assignment/${served.assignments[0].id}`);
    await poll(() => page.getByTestId('secret').textContent()).toBe(lic_secret);
    expect(await button(dialog(page), 'Download').count()).toBe(1);
    for (const name of ['Edit', 'Send to another address', 'Retry'])
      expect(await button(dialog(page), name).count()).toBe(0);
  });
});

it('an application names the licences that it was served with to who does not open them', async () => {
  const sub = await desk.api('subuser');
  const { items } = await sub.call('GET', '/v1/allocation/list?filter_status=1');
  const served = items.find((one: { assignments: unknown[] }) => one.assignments.length > 0);
  const { order } = await sub.call('GET', `/v1/assignment/${served.assignments[0].id}`);
  const page = await desk.open('operations');
  await page.goto(`/authorization/project/${served.project.id}?tab=application`);
  await dialog(page).locator('tbody tr').filter({ hasText: 'Approved' }).first().locator('a, button').first().click();
  const name = `${served.project.name} · ${order.code}`;
  await poll(() => dialog(page).locator('tbody tr').allTextContents()).toContainEqual(expect.stringContaining(name));
});

it('an application is filed by an administrator from its project, which is filled in', async () => {
  const page = await desk.open('operations');
  await page.goto(`/authorization/project?id=${project}`);
  const bodies = sent(page, 'POST', '/v1/allocation');
  await dialog(page).getByRole('tab', { name: 'Applications' }).click();
  await button(dialog(page), 'New application').click();
  await poll(() => depth(page)).toBe(2);
  await field(page, 'hosts').fill('2');
  await button(dialog(page), 'Submit application').click();
  await poll(() => depth(page)).toBe(1);
  expect(bodies).toMatchObject([{ project_id: project, hosts: 2 }]);
  await dialog(page).locator('tbody tr').filter({ hasText: 'Pending' }).first().waitFor();
});

describe('a licence', () => {
  let licence: number;
  beforeAll(async () => {
    licence = await customer.licence(project, await customer.approved(2), 1, {
      comment: 'For the pier',
      mails: { project_mail: 'harbour@else.example' },
    });
  });

  it('is edited from its detail: its comment and its recipients (B41)', async () => {
    const page = await desk.open(customer.name);
    const bodies = sent(page, 'POST', `/v1/assignment/${licence}`);
    await page.goto(`/authorization/assignment?id=${licence}`);
    await button(dialog(page), 'Edit').click();
    await poll(() => depth(page)).toBe(2);
    await poll(() => field(page, 'comment').first().inputValue()).toBe('For the pier');
    await field(page, 'mails.scan_mail').fill('scan@else.example');
    await field(page, 'comment').first().fill('For the quay');
    await button(dialog(page), 'Save').click();
    await toast(page, 'Modification Successful');
    expect(bodies).toEqual([{ comment: 'For the quay', mails: { scan_mail: 'scan@else.example' } }]);
    await poll(() => depth(page)).toBe(1);
    await poll(async () => (await lines(page)).Comment).toBe('For the quay');
  });

  it.each([
    ['its mails', '**/v1/assignment/mail/*', 'mail', 'Send again'],
    ['its counts', '**/v1/assignment/saas_license/*', 'overview', 'Disaster recovery'],
  ])('offers another try where %s do not come', async (_what, path, tab, shown) => {
    const enterprise = await desk.api('enterprise');
    const { items } = await enterprise.call('GET', '/v1/assignment/list?filter_status=1');
    const page = await desk.open('enterprise');
    await page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/authorization/assignment?id=${items.at(-1).id}&tab=${tab}`);
    const again = button(dialog(page), 'Try again');
    await again.waitFor();
    expect(await page.locator('.MuiSnackbar-root').count()).toBe(0);
    await page.unroute(path);
    await again.click();
    await dialog(page).locator('table').getByText(shown).first().waitFor();
  });
});
