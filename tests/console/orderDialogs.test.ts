import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '../../contract/entities/order.ts';
import type { Account } from '../support/account.ts';
import { type Customer, confirm, delivery, makeCustomer } from '../support/customer.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, field, lines, poll, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const readers = ['superadmin', 'operations', 'sales', 'enterprise'] as const;
const open = async (account: Account, id: number, options = {}): Promise<Page> => {
  const page = await desk.open(account === 'enterprise' ? customer.name : account, options);
  await page.goto(`/authorization/order?id=${id}`);
  await dialog(page).locator('dl').waitFor();
  return page;
};
const moment = (value: string) => value.slice(0, 19).replace('T', ' ');

describe('the detail of an order', () => {
  it.each(readers)(
    'says what GET says; names of sales and enterprise are for staff, the available count for the enterprise (%s) (R-ODLG-01, R-ODLG-04, R-PERM-07, R-USER-07)',
    async (account) => {
      const id = await customer.approved(1500, { comment: 'For the second site' });
      const given = await customer.staff.superadmin.call('GET', `/v1/order/${id}`);
      const { label: status } = order.fields.status.choices?.[2] ?? {};
      for (const language of ['en', 'zh'] as const) {
        const page = await open(account, id, { locale: language === 'zh' ? 'zh-CN' : 'en-US' });
        const say = (name: keyof typeof order.fields) => order.fields[name].label[language];
        const shown = await lines(page);
        const days = language === 'zh' ? ' 天' : ' days';
        const hosts = language === 'zh' ? '1,500 台' : '1,500';
        const { deployment, category, name } = language === 'zh' ? {} : given.product;
        expect(shown).toMatchObject({
          [say('code')]: given.code,
          [say('category_id')]: language === 'zh' ? '新购' : 'New purchase',
          [say('status')]: status?.[language],
          [say('product_id')]: name
            ? `${deployment.name}/${category.name}/${name}`
            : expect.stringMatching(/^公有云\/迁移\//),
          [say('purchased_hosts')]: hosts,
          [say('use_period')]: `365${days}`,
          [say('assign_period')]: `180${days}`,
          [say('approval_at')]: moment(given.approval_at),
          [say('expired_at')]: moment(given.expired_at),
          [say('comment')]: 'For the second site',
          [language === 'zh' ? '发起方' : 'Originator']: language === 'zh' ? '企业' : 'Enterprise',
        });
        const staff = account !== 'enterprise';
        expect(shown[say('sales_user_id')]).toBe(staff ? 'Lin Yue 林悦' : undefined);
        expect(shown[say('enterprise_id')]).toBe(staff ? customer.enterprise.name : undefined);
        expect(shown[say('available_hosts')]).toBe(staff ? undefined : hosts);
      }
    },
  );

  it('says sales of what a salesman ordered, and enterprise of what operations did (R-USER-07)', async () => {
    const { staff, enterprise, product, welcome } = customer;
    const body = { category_id: 1001, product_id: product.id, purchased: { hosts: 1 }, params: delivery };
    const buyer = { ...body, enterprise_id: enterprise.id, user_id: welcome.user.id };
    const bySales = (await staff.sales.call('POST', '/v1/order', buyer)).id;
    const words = { en: ['Originator', 'Sales'], zh: ['发起方', '销售'] } as const;
    for (const [account, language] of [...readers.map((one) => [one, 'en'] as const), ['sales', 'zh'] as const]) {
      const [label, sales] = words[language];
      const page = await open(account, bySales, { locale: language === 'zh' ? 'zh-CN' : 'en-US' });
      await poll(async () => (await lines(page))[label]).toBe(sales);
    }
    const byOperations = (await staff.operations.call('POST', '/v1/order', buyer)).id;
    const page = await open('operations', byOperations);
    await poll(async () => (await lines(page)).Originator).toBe('Enterprise');
  });

  it.each(scale<readonly (typeof readers)[number][]>(['operations', 'enterprise'], readers))(
    'shows its allocations from page 1, and away from the confirm mode (%s) (R-ODLG-02, R-ODLG-03, R-ODLG-04)',
    async (account) => {
      const id = await seeded();
      const page = await desk.open(account === 'enterprise' ? customer.name : account);
      const first = page.waitForRequest((request) => request.url().includes('/v1/assignment/list'));
      await page.goto(`/authorization/order?id=${id}`);
      expect(new URL((await first).url()).searchParams.toString()).toBe(`filter_order_id=${id}&page=1`);
      const history = dialog(page).getByRole('region', { name: 'Allocation history' });
      await poll(() => history.locator('tbody tr').count()).toBe(20);
      const enterprise = account === 'enterprise';
      const heads = [
        'Project',
        'Quantity',
        'Issuance',
        'Allocated at',
        'Expires at',
        ...(enterprise ? ['Actions'] : []),
      ];
      await poll(() => history.locator('th').allTextContents()).toEqual(heads);
      const { items } = await customer.call('GET', `/v1/assignment/list?filter_order_id=${id}`);
      const cells = () => history.locator('tbody tr').first().locator('td').allTextContents();
      const { project, content, created_at, expired_at } = items[0];
      const [made, end] = [moment(created_at), expired_at ? moment(expired_at) : '-'];
      await poll(async () => (await cells()).toSpliced(2, 1).slice(0, 4)).toEqual([
        project.name,
        String(content.hosts),
        made,
        end,
      ]);
      await dialog(page).getByRole('button', { name: 'Page 2' }).click();
      await poll(() => history.locator('tbody tr').count()).toBe(1);
      await poll(() => button(history, 'Details').count()).toBe(enterprise ? 1 : 0);
      if (enterprise) {
        await button(history, 'Details').click();
        await dialog(page).getByText('SaaS licences of the project').waitFor();
      }
      const open = await customer.order(1);
      if (account === 'operations') await confirm(customer.staff, open);
      await page.goto(`/authorization/order?id=${open}`);
      await dialog(page).locator('dl').waitFor();
      await settled(page);
      const confirming = account === 'operations' || account === 'sales';
      const headings = dialog(page).getByRole('heading', { name: /^(Confirm|Approve) order$/ });
      await poll(() => headings.count()).toBe(confirming ? 1 : 0);
      await poll(() => history.count()).toBe(confirming ? 0 : 1);
    },
  );

  it.each(['sales', 'operations'] as const)(
    'is rejected with a comment and without one (%s) (R-ODLG-09, R-ERR-10)',
    async (account) => {
      const page = await desk.open(account);
      for (const comment of ['', 'The budget is not there']) {
        const id = await customer.order(1, { comment: null });
        if (account === 'operations') await confirm(customer.staff, id);
        await page.goto(`/authorization/order?id=${id}`);
        await field(page, 'comment').first().fill(comment);
        await button(dialog(page), 'Reject').click();
        await button(dialog(page), 'Reject order').click();
        await toast(page, 'Operation successful');
        const rejected = await customer.call('GET', `/v1/order/${id}`);
        expect([rejected.status, rejected.comment]).toEqual([9, comment || null]);
      }
    },
  );
});

let allocated: Promise<number> | undefined;
/** An order with 21 allocations, created once. */
const seeded = (): Promise<number> => {
  allocated ??= (async () => {
    const id = await customer.approved(50);
    const project_id = await customer.project();
    for (let one = 0; one < 21; one += 1)
      await customer.call('POST', '/v1/assignment', { project_id, orders: [{ order_id: id, hosts: 2 }] });
    const issued = `/v1/assignment/list?filter_order_id=${id}&filter_task_status=succeed`;
    await poll(async () => (await customer.call('GET', issued)).total).toBe(21);
    return id;
  })();
  return allocated;
};

it.each([
  ['sales', 0, 'en-US', 'Timeline'],
  ['operations', 1, 'zh-CN', '时间线'],
] as const)('%s read what has happened to an order while they decide it', async (account, status, locale, name) => {
  const api = await desk.api(account);
  const { items } = await api.call('GET', `/v1/order/list?filter_status=${status}`);
  const page = await desk.open(account, { locale });
  await page.goto(`/authorization/order/${items[0].id}`);
  const timeline = dialog(page).locator('aside');
  await timeline.getByText(name).first().waitFor();
  // The next step is the last entry.
  await poll(() => timeline.locator('ol li').count()).toBe(status + 2);
  const next = { 'en-US': ['Next: Confirm', 'Sales'], 'zh-CN': ['下一步：通过', '运营'] }[locale];
  await poll(() => timeline.locator('ol li').last().locator('p').allTextContents()).toEqual(next);
});
