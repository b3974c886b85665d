import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../contract/messages/catalogue.ts';
import { password } from '../support/account.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, depth, dialog, field, lines, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let recovery: Customer;
let licence: number;
beforeAll(async () => {
  desk = await startDesk();
  recovery = await makeCustomer(desk, { category_id: 1002 });
  const project = await recovery.project({ name: 'Harbour', params: { saas_name: 'harbour-cloud' } });
  const order = await recovery.approved(9);
  const sub = { name: 'harbour.sub', nick_name: 'Harbour keeper', role_id: 5, password: 'Licence-2026' };
  const { id: sub_user_id } = await recovery.call('POST', '/v1/user', sub);
  licence = await recovery.licence(project, order, 4, { comment: 'For the pier', sub_user_id });
});
afterAll(() => desk.close());

const open = async (page: Page, id: number) => {
  await page.goto(`/authorization/assignment?id=${id}`);
  await dialog(page).locator('dl').waitFor();
};
const moment = (value: string) => value.slice(0, 19).replace('T', ' ');

describe('a licence, as its enterprise sees it', () => {
  it.each(['en', 'zh'] as const)(
    'says what GET says of it, and what the project uses (%s) (R-ADLG-01, R-ADLG-02, R-ADLG-03, R-ADLG-04)',
    async (language) => {
      const zh = language === 'zh';
      const say = (en: string, chinese: string) => (zh ? chinese : en);
      const page = await desk.open(recovery.name, { locale: zh ? 'zh-CN' : 'en-US' });
      await open(page, licence);
      const given = await recovery.call('GET', `/v1/assignment/${licence}`);
      await poll(() => lines(page)).toMatchObject({
        [say('Project', '项目')]: 'Harbour',
        [say('SaaS name', 'SaaS 名称')]: 'harbour-cloud',
        [say('Order', '订单')]: given.order.code,
        [say('Quantity', '数量')]: say('4', '4 台'),
        [say('Status', '状态')]: say('Assigned', '已分配'),
        [say('Issuance', '签发状态')]: say('Issued successfully', '签发成功'),
        [say('Expires at', '到期时间')]: moment(given.expired_at),
        [say('Sub-user', '子用户')]: 'Harbour keeper',
        [say('Licence key', '许可码')]: given.lic_key,
        [say('Send type', '发送类型')]: say('Disaster recovery', '容灾'),
        [say('Comment', '备注')]: 'For the pier',
      });
      const secret = page.getByTestId('secret').first();
      expect(await secret.textContent()).toMatch(/^•+$/);
      await button(dialog(page), say('Reveal', '显示')).first().click();
      await poll(() => secret.textContent()).toBe(given.lic_secret);
      const links = dialog(page).getByTestId('verification').getByRole('link');
      expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
        '/.well-known/jwks.json',
        '/.well-known/revoked.jws',
      ]);
      await poll(() => dialog(page).getByRole('tab').allTextContents()).toEqual(
        zh ? ['概览', '邮件', '续订与补购', '用量'] : ['Overview', 'E-mails', 'Renewals and additions', 'Usage'],
      );
      const counts = await recovery.call('GET', `/v1/assignment/saas_license/${licence}`);
      const rows = () =>
        dialog(page)
          .locator('section tbody tr')
          .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      const line = (name: string, kind: 'dr' | 'failback' | 'migration') => [
        name,
        `${counts[kind].used}${say('', ' 台')}`,
        `${counts[kind].unused}${say('', ' 台')}`,
      ];
      await poll(rows).toEqual([
        line(say('Disaster recovery', '容灾'), 'dr'),
        line(say('Failback', '回切'), 'failback'),
        line(say('Migration', '迁移'), 'migration'),
      ]);
      expect(counts.dr.unused).toBe(4);
      const usage = { name: say('Usage', '用量') };
      await dialog(page).getByRole('tab', usage).click();
      await dialog(page).getByText(say('No usage reported yet', '暂无用量上报')).waitFor();
      const month = { month: '2026-10', used: 2, peak: 3, told_at: '2026-10-31T12:00:00Z' };
      const usagePage = { items: [month], total: 1, page: 1, per_page: 1 };
      await page.route('**/v1/assignment/usage/*', (route) => route.fulfill({ json: usagePage }));
      await page.reload();
      await dialog(page).getByRole('tab', usage).click();
      await poll(() => dialog(page).locator('[role=tabpanel] tbody tr').allTextContents()).toEqual([
        zh ? '2026-103 台2 台2026-10-31 12:00:00' : '2026-10322026-10-31 12:00:00',
      ]);
    },
  );

  it('gets its failback licence for a key, asked for once (R-ADLG-05, R-ADLG-02)', async () => {
    const page = await desk.open(recovery.name);
    const bodies = sent(page, 'POST', '/v1/assignment/fail_back');
    await open(page, licence);
    await button(dialog(page), 'Generate failback licence').click();
    await poll(() => below(page, 'failback_key')).toBe('The current item cannot be empty');
    await poll(() => field(page, 'failback_key').evaluate((input) => input === document.activeElement)).toBe(true);
    await field(page, 'failback_key').fill(' FB-77 ');
    await button(dialog(page), 'Generate failback licence').dblclick();
    await toast(page, 'The failback licence has been generated');
    await dialog(page).getByText('Failback licence · FB-77').waitFor();
    expect(bodies).toEqual([{ assignment_id: licence, failback_key: 'FB-77' }]);
    const given = await recovery.call('GET', `/v1/assignment/${licence}`);
    await button(dialog(page), 'Reveal').last().click();
    await poll(() => page.getByTestId('secret').last().textContent()).toBe(given.failback_secret);
    expect(await field(page, 'failback_key').count()).toBe(0);
  });
});

it('a licence is fetched once it is wanted and the person has been asked, where the settings say so', async () => {
  const admin = await desk.api('superadmin');
  const given = await recovery.call('GET', `/v1/assignment/${licence}`);
  const setting = (confirm_licences: boolean) => admin.call('POST', '/v1/setting/sign_in/1', { confirm_licences });
  await setting(true);
  await poll(async () => (await recovery.call('GET', `/v1/assignment/${licence}`)).lic_secret).toBe(null);
  try {
    const page = await desk.open(recovery.name);
    await open(page, licence);
    await desk.backend.executeSql(`update session set created_at = created_at - interval '1 hour'`, []);
    const secret = page.getByTestId('secret').first();
    await button(dialog(page), 'Reveal').first().click();
    const question = page.getByRole('dialog', { name: 'Is it you?' });
    await button(question, 'Cancel').click();
    await poll(() => question.count()).toBe(0);
    // Whoever cancels the question knows why nothing is shown.
    await poll(() => button(dialog(page), 'Reveal').first().isEnabled()).toBe(true);
    expect(await page.getByText(messages.confirm_with_password.en).count()).toBe(0);
    expect(await page.locator('.MuiSnackbar-root').count()).toBe(0);
    await button(dialog(page), 'Reveal').first().click();
    await question.waitFor();
    expect(await secret.textContent()).toMatch(/^•+$/);
    await question.locator('input[name=password]').fill(password);
    await button(question, 'Continue').click();
    await poll(() => secret.textContent()).toBe(given.lic_secret);
    await button(dialog(page), 'Hide').first().click();
    await poll(() => secret.textContent()).toMatch(/^•+$/);
  } finally {
    await desk.backend.executeSql(`update session set confirmed_at = now()`, []);
    await setting(false);
  }
});

it('a licence of the demo tells its months since it was issued, never more than it allows (B38)', async () => {
  const admin = await desk.api('superadmin');
  const issued = (await admin.call('GET', '/v1/assignment/list?filter_status=1&sort=created_at&per_page=5')).items;
  for (const one of issued.slice(0, 3)) {
    const { items } = await admin.call('GET', `/v1/assignment/usage/${one.id}`);
    expect(items.length).toBeGreaterThan(1);
    for (const { month, used, peak } of items) {
      expect([used <= peak, peak <= one.hosts]).toEqual([true, true]);
      expect(month >= one.issued_at.slice(0, 7)).toBe(true);
    }
  }
  const counts = await admin.call('GET', `/v1/assignment/saas_license/${issued[0].id}`);
  expect(counts.migration.used + counts.dr.used).toBeGreaterThan(0);
});

describe('the issue of a licence', () => {
  it('reads by its state, and each licence by its own (R-ASGST-01, R-TASK-01, R-ADLG-03)', async () => {
    for (const [locale, states, issues] of [
      [
        'en-US',
        ['Pending', 'Assigned', 'Cancelled', 'Rejected'],
        ['Issuing', 'Issued successfully', 'Issuing failed', '-'],
      ],
      ['zh-CN', ['待分配', '已分配', '已取消', '已拒绝'], ['签发中', '签发成功', '签发失败', '-']],
    ] as const) {
      const page = await desk.open(recovery.name, { locale });
      const { items } = await recovery.call('GET', '/v1/assignment/list');
      // Mocked, because no request leads to status 9 or to a licence without a task, and a running task does not wait.
      const seen = [0, 1, 8, 9].map((status, at) => {
        const task = { ...items[0].task, status: ['running', 'succeed', 'failed', null][at] };
        return { ...items[0], id: 9_000 + at, status, task };
      });
      const answer = { items: seen, total: 4, page: 1, per_page: 20 };
      await page.route('**/v1/assignment/list?**', (route) => route.fulfill({ json: answer }));
      await page.goto('/authorization/assignment');
      await poll(() => page.locator('tbody tr').count()).toBe(4);
      for (const [at, row] of (await page.locator('tbody tr').all()).entries()) {
        const cells = () => row.locator('td').allTextContents();
        await poll(cells).toContain(issues[at]);
        expect(await cells()).toContain(states[at]);
      }
    }
  });

  it('that failed opens with its reason for the enterprise, which tries again after a question; others look on (R-TASK-02, R-TASK-03, R-TASK-04)', async () => {
    const customer = await desk.api('enterprise');
    const { items } = await customer.call('GET', '/v1/assignment/list?filter_task_status=failed');
    const [failed] = items;
    const chinese = await desk.open('enterprise', { locale: 'zh-CN' });
    await open(chinese, failed.id);
    await dialog(chinese).getByRole('heading', { name: '许可签发失败' }).waitFor();
    const looker = await desk.open('operations');
    await looker.goto(`/authorization/order?id=${failed.order.id}`);
    const history = dialog(looker).getByRole('region', { name: 'Allocation history' });
    await history.getByText('Issuing failed').waitFor();
    // Operations may withdraw a licence here, and see why its issue failed (issue 33, section 5).
    expect(await history.getByRole('button', { name: 'Issuing failed' }).count()).toBe(1);
    expect(await history.getByRole('button', { name: 'Withdraw' }).count()).toBeGreaterThan(0);

    const page = await desk.open('enterprise');
    const calls: string[] = [];
    page.on('request', (request) => request.url().endsWith('/retry') && calls.push(new URL(request.url()).pathname));
    await page.goto('/authorization/assignment');
    const status = button(page.getByRole('row'), 'Issuing failed');
    await status.last().click();
    await dialog(page).getByRole('heading', { name: 'The licence assignment failed' }).waitFor();
    await dialog(page)
      .getByText('The licence could not be issued. Try again; if it fails again, ask your vendor')
      .waitFor();
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    const issued = page.getByRole('row').filter({ hasText: 'Issued successfully' });
    expect(await issued.count()).toBeGreaterThan(0);
    expect(await issued.getByRole('button', { name: 'Issuing' }).count()).toBe(0);
    // A failed licence has the button to issue it again in its row, next to the one that withdraws it.
    const stopped = page.getByRole('row').filter({ hasText: 'Issuing failed' });
    expect(await stopped.getByRole('button', { name: 'Retry' }).count()).toBe(await stopped.count());
    await open(page, failed.id);
    await button(dialog(page), 'Retry').click();
    await dialog(page).getByText('Try to issue this licence again?').waitFor();
    await button(dialog(page), 'Cancel').click();
    expect(calls).toEqual([]);
    await button(dialog(page), 'Retry').click();
    const answer = page.waitForResponse((response) => response.url().endsWith('/retry'));
    await button(dialog(page), 'Confirm').dblclick();
    expect((await (await answer).json()).task.status).toBe('running');
    await toast(page, 'Operation successful');
    expect(calls).toEqual([`/v1/task/${failed.task.uuid}/retry`]);
    await poll(async () => (await lines(page))['Issuance']).toBe('Issued successfully');
    await poll(() => button(dialog(page), 'Retry').count()).toBe(0);
    await expect(customer.call('POST', `/v1/task/${failed.task.uuid}/retry`)).rejects.toThrow('422');
  });
});

it('of a product by amount shows its value (R-ADLG-01)', async () => {
  const bridge = await makeCustomer(desk, { metering: 'value', unit: 'TB' });
  const id = await bridge.licence(await bridge.project(), await bridge.approved(30), 12);
  const page = await desk.open(bridge.name);
  await open(page, id);
  expect((await bridge.call('GET', `/v1/assignment/${id}`)).content).toEqual({ hosts: null, value: 12 });
  await poll(async () => (await lines(page)).Quantity).toBe('12 TB');
});

it('waits with its applications, counted on their tab and each with what it was served (R-CALL-69, R-CALL-70)', async () => {
  const enterprise = await desk.api('enterprise');
  const { count } = await enterprise.call('GET', '/v1/allocation_assignment/count');
  const { items } = await enterprise.call('GET', '/v1/allocation_assignment/list');
  const served = items.find((one: { assignments: unknown[] }) => one.assignments.length > 0);
  const page = await desk.open('enterprise');
  await page.goto('/authorization/assignment?active=2');
  const tab = page.getByRole('tab', { name: /^Applications/ });
  await poll(() => tab.textContent()).toBe(`Applications${count}`);
  await page.goto(`/authorization/assignment?active=2&id=${served.id}`);
  const row = dialog(page).locator('table tbody tr').filter({ hasText: 'Assigned' });
  await row.first().waitFor();
  expect(await row.count()).toBe(served.assignments.length);
  expect((await row.first().locator('td').allTextContents()).slice(2, 5)).toEqual([
    String(served.assignments[0].hosts),
    'Assigned',
    'Issued successfully',
  ]);
  await row.first().getByRole('link').click();
  await dialog(page)
    .getByRole('heading', { level: 2, name: /^Licence / })
    .waitFor();
  await poll(async () => (await lines(page)).Quantity).toBe(String(served.assignments[0].hosts));
  await page.keyboard.press('Escape');
  await poll(() =>
    dialog(page)
      .getByRole('heading', { level: 2, name: /^Licence / })
      .count(),
  ).toBe(0);
  await page.keyboard.press('Escape');
  const waiting = page.getByRole('row').filter({ hasText: 'Pending' }).filter({ hasText: 'Sub-user application' });
  await button(waiting.first(), 'Reject').click();
  await button(dialog(page), 'Reject application').click();
  await poll(() => tab.textContent()).toBe(`Applications${count - 1}`);
});
