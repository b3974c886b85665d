import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, dialog, field, options, pick, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let migration: Customer;
let recovery: Customer;
const licences = { migration: 0, recovery: 0 };
beforeAll(async () => {
  desk = await startDesk();
  migration = await makeCustomer(desk);
  recovery = await makeCustomer(desk, { category_id: 1002 });
  const mails = { project_mail: 'project@harbour.example', others: ['gone@harbour.example'] };
  const licenceOf = async (one: Customer) => one.licence(await one.project(), await one.approved(5), 1, { mails });
  licences.migration = await licenceOf(migration);
  licences.recovery = await licenceOf(recovery);
});
afterAll(() => desk.close());

async function open(of: Customer, id: number, locale = 'en-US'): Promise<Page> {
  const page = await desk.open(of.name, { locale });
  await page.goto(`/authorization/assignment?id=${id}&tab=mail`);
  await panel(page).locator('tbody tr').first().waitFor();
  return page;
}
/** The tab with the mails of the licence. */
const panel = (page: Page) => dialog(page).locator('table').last();
const focused = (page: Page, name: string) => field(page, name).evaluate((one) => one === document.activeElement);

it('mails read by their state, and one without an address is not there (R-MAILST-01, R-ADLG-03)', async () => {
  for (const [locale, [sending, done, failed], project] of [
    ['en-US', ['Sending', 'Sent', 'Failed'], 'Project'],
    ['zh-CN', ['发送中', '发送成功', '发送失败'], '项目'],
  ] as const) {
    const page = await desk.open(migration.name, { locale });
    // All states at once, because no mail server can hold a mail in each state for long enough.
    const mail = (status: number, address: string | null) => ({ status, address, sent_at: null });
    const task_data = {
      project_mail: mail(0, 'sending@harbour.example'),
      sub_user_mail: mail(1, 'done@harbour.example'),
      scan_mail: mail(-1, null),
      others: mail(9, 'failed@harbour.example'),
    };
    await page.route('**/v1/assignment/mail/*', (route) => route.fulfill({ json: { task_data } }));
    await page.goto(`/authorization/assignment?id=${licences.migration}&tab=mail`);
    const rows = panel(page).locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.locator('td:nth-child(3)').allTextContents()).toEqual([sending, done, failed]);
    expect(await rows.locator('td:nth-child(1)').first().textContent()).toBe(project);
  }
});

it('mails and their resending are for the enterprise alone (R-MAILST-02, R-DLG-03, R-ERR-12)', async () => {
  const page = await open(migration, licences.migration);
  const bodies = sent(page, 'POST', '/v1/mail');
  const row = panel(page).locator('tbody tr').filter({ hasText: 'project@harbour.example' });
  await row.getByText('Sent').waitFor();
  await button(row, 'Send again').click();
  const recipient = dialog(page).getByRole('textbox', { name: 'Recipient' });
  await poll(async () => [await recipient.inputValue(), await recipient.isDisabled()]).toEqual(['Project', true]);
  await poll(() => field(page, 'address_0').inputValue()).toBe('project@harbour.example');
  expect(await options(page, 'send_flag')).toEqual([['standard', 'Standard']]);
  await field(page, 'address_0').fill('new@harbour.example');
  await button(dialog(page), 'Send').dblclick();
  await toast(page, 'E-mail sent');
  const body = { type: 'assignment', id: licences.migration, send_flag: 'standard', mail_type: 'project_mail' };
  expect(bodies).toEqual([{ ...body, address: 'new@harbour.example' }]);
  await poll(() => desk.backend.mails.map(({ to }) => to)).toContain('new@harbour.example');
  const { order } = await migration.call('GET', `/v1/assignment/${licences.migration}`);
  for (const account of ['superadmin', 'operations', 'sales'] as const) {
    const other = await desk.open(account);
    await other.goto(`/authorization/order?id=${order.id}`);
    await dialog(other).getByRole('region', { name: 'Allocation history' }).getByText('Issued').waitFor();
    expect(await dialog(other).getByRole('heading', { name: 'E-mails' }).count()).toBe(0);
    expect(await other.getByRole('button', { name: /Send|Details/ }).count()).toBe(0);
  }
  const { operations } = migration.staff;
  await expect(operations.call('POST', '/v1/mail', bodies[0])).rejects.toThrow('403');
});

it.each(['en', 'zh'] as const)(
  'a disaster recovery licence offers three send types, a migration licence the standard one (%s) (R-MAILST-03, R-DLG-03)',
  async (language) => {
    const zh = language === 'zh';
    const say = (english: string, chinese: string) => (zh ? chinese : english);
    const standard = ['standard', say('Standard', '标准')];
    const three = [standard, ['dr', say('Disaster recovery', '容灾')], ['failback', say('Failback', '回切')]];
    for (const [of, id, offered] of [
      [migration, licences.migration, [standard]],
      [recovery, licences.recovery, three],
    ] as const) {
      const page = await open(of, id, zh ? 'zh-CN' : 'en-US');
      await button(dialog(page), say('Send again', '重新发送')).first().click();
      expect(await options(page, 'send_flag')).toEqual(offered);
      await page.keyboard.press('Escape');
      await button(dialog(page), say('Send to another address', '发送到其他邮箱')).click();
      expect(await options(page, 'send_flag')).toEqual(offered);
      await poll(() => field(page, 'address_0').count()).toBe(1);
    }
  },
);

it('extra addresses are needed, valid, added and removed, and each is sent to once (R-VALID-16, R-VALID-17, R-VALID-18, R-ERR-12)', async () => {
  const page = await open(recovery, licences.recovery);
  const bodies = sent(page, 'POST', '/v1/mail/custom');
  await button(dialog(page), 'Send to another address').click();
  await field(page, 'address_0').waitFor();
  const remove = dialog(page).getByRole('button', { name: 'Remove this address' });
  expect(await remove.count()).toBe(0);
  await button(dialog(page), 'Send').click();
  await poll(() => below(page, 'address_0')).toBe('The current item cannot be empty');
  await poll(() => focused(page, 'address_0')).toBe(true);
  await field(page, 'address_0').fill('ann@harbour.example');
  await button(dialog(page), 'Add an address').click();
  await button(dialog(page), 'Add an address').click();
  await poll(() => remove.count()).toBe(2);
  await field(page, 'address_1').fill('ann@');
  await button(dialog(page), 'Send').click();
  await poll(() => below(page, 'address_1')).toBe('Email format is incorrect');
  await poll(() => below(page, 'address_2')).toBe('The current item cannot be empty');
  await poll(() => focused(page, 'address_1')).toBe(true);
  expect(bodies).toEqual([]);
  await remove.last().click();
  await poll(() => field(page, 'address_2').count()).toBe(0);
  await button(dialog(page), 'Add an address').click();
  await field(page, 'address_1').fill(' ann@harbour.example ');
  await field(page, 'address_2').fill('bob@harbour.example');
  await pick(page, 'send_flag', 'Failback');
  await button(dialog(page), 'Send').dblclick();
  await toast(page, 'E-mail sent');
  const body = { type: 'assignment', id: licences.recovery, send_flag: 'failback' };
  expect(bodies).toEqual([
    { ...body, address: 'ann@harbour.example' },
    { ...body, address: 'bob@harbour.example' },
  ]);
  await panel(page).getByText('bob@harbour.example').waitFor();
});

it('an address that the server refuses is marked, and those before it are not sent again (R-VALID-17)', async () => {
  const page = await open(recovery, licences.recovery);
  const { items } = await recovery.call('GET', '/v1/assignment/list');
  const custom = { type: 'assignment', id: items[0].id, send_flag: 'standard' };
  const already = async () => {
    const { task_data } = await recovery.call('GET', `/v1/assignment/mail/${items[0].id}`);
    return Object.keys(task_data).filter((key) => key.startsWith('custom_mail')).length;
  };
  for (let at = await already(); at < 19; at += 1)
    await recovery.call('POST', '/v1/mail/custom', { ...custom, address: `many${at}@harbour.example` });
  const bodies = sent(page, 'POST', '/v1/mail/custom');
  await button(dialog(page), 'Send to another address').click();
  await button(dialog(page), 'Add an address').click();
  await field(page, 'address_0').fill('last@harbour.example');
  await field(page, 'address_1').fill('over@harbour.example');
  await button(dialog(page), 'Send').click();
  await poll(() => field(page, 'address_1').count()).toBe(0);
  expect(await field(page, 'address_0').inputValue()).toBe('over@harbour.example');
  await poll(() => below(page, 'address_0')).toBe('At most 20 extra e-mails a day for one licence');
  await poll(() => focused(page, 'address_0')).toBe(true);
  expect(bodies.map(({ address }) => address)).toEqual(['last@harbour.example', 'over@harbour.example']);
});
