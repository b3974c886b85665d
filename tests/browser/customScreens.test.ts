import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { followGuide, readSteps } from '../support/guide.ts';
import { scale } from '../support/scale.ts';

const steps = readSteps(readFileSync('docs/guide/custom-screens.md', 'utf8'));
const { tree, remove } = copyTree();

let desk: TestConsole;
beforeAll(async () => {
  for (const step of steps) followGuide(tree, step);
  desk = await startConsole({}, tree, true);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  remove();
});

/** Opens the first record, and waits until the form has the server's values. */
async function openFirst(page: Page, edit: string): Promise<void> {
  const link = page.getByRole('link', { name: edit }).first();
  await Promise.all([page.waitForResponse(/\/v1\/enterprise\/\d+$/), link.click()]);
  await page.waitForFunction(() => !document.querySelector('html[data-busy]'));
}

const words = {
  en: {
    label: 'Contact person',
    mail: 'Contact e-mail',
    wrong: 'Email format is incorrect',
    approved: 'Approved',
    save: 'Save',
    done: 'Saved',
    edit: 'Edit',
  },
  zh: {
    label: '联系人',
    mail: '联系邮箱',
    wrong: '邮箱格式不正确',
    approved: '已通过',
    save: '保存',
    done: '已保存',
    edit: '编辑',
  },
};

const languages = [
  ['zh', 'zh-CN'],
  ['en', 'en-US'],
] as const;

/** The short version uses the language in which the guide is not written. */
describe.each(languages.slice(0, scale(1, 2)))('screens of stock react-admin parts, in %s', (language, locale) => {
  const say = words[language];

  it('list, with the labels of the declaration and the buttons of the role', async () => {
    const page = await desk.open('sales', { locale });
    await page.goto('/enterprise');
    await page.getByRole('columnheader', { name: say.label }).waitFor();
    await page.getByRole('cell', { name: say.approved }).first().waitFor();
    expect(await page.getByRole('link', { name: say.edit }).count()).toBeGreaterThan(0);
  });

  it('edit: an input refuses what the contract does, what is saved is said, and only what has changed is sent', async () => {
    const page = await desk.open('sales', { locale });
    await page.goto('/enterprise');
    await openFirst(page, say.edit);
    const mail = page.getByLabel(say.mail);
    await mail.fill('nobody');
    await mail.blur();
    await page.getByText(say.wrong).waitFor();
    await mail.fill(`${language}@harbour.example`);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /enterprise\/\d+$/.test(request.url()),
    );
    await page.getByRole('button', { name: say.save }).click();
    expect((await sent).postDataJSON()).toEqual({ contact_mail: `${language}@harbour.example` });
    await page.getByRole('alert').filter({ hasText: say.done }).waitFor();
  });
});

it('what the server alone refuses stands at its input', async () => {
  const page = await desk.open('sales');
  await page.goto('/enterprise');
  await page.locator('tbody tr').first().waitFor();
  const names = await page.locator('tbody tr td:first-child').allInnerTexts();
  await openFirst(page, 'Edit');
  await page.getByLabel('Name').fill(names[1] ?? '');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This value is already in use').first().waitFor();
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
});

it('a role that may not open them is told so, or sent to the login', async () => {
  const page = await desk.open('enterprise');
  await page.goto('/enterprise');
  await page.waitForURL('**/login?denied=1');
  await page.goto('/enterprise/1');
  await page.waitForURL('**/login?denied=1');
});

it.each([
  ['en-US', 'Approved', 'Created'],
  ['zh-CN', '已通过', '已创建'],
] as const)(
  'a record is created, and stock fields show its dates and choices as the lists do (%s)',
  async (locale, approved, done) => {
    const page = await desk.open('superadmin', { locale });
    await page.goto('/enterprise');
    await page.locator('a[href$="/enterprise/create"]').click();
    await page.locator('[name=name]').fill(`Quayside ${locale}`);
    await page.locator('[name=code]').fill(locale === 'en-US' ? 'QSEN' : 'QSZH');
    const form = page.locator('form');
    for (const picker of ['type', 'sales_user_id']) {
      await form
        .locator(`[name=${picker}], #${picker}`)
        .first()
        .locator('xpath=ancestor-or-self::*[contains(@class,"MuiFormControl-root")][1]')
        .getByRole('combobox')
        .click();
      await page.getByRole('option').first().click();
    }
    await form.getByRole('button', { name: /^(Save|保存)$/ }).click();
    await page.getByRole('alert').filter({ hasText: done }).waitFor();
    await page.waitForURL(/\/enterprise\/\d+\/show$/);
    await page.getByText(approved, { exact: true }).waitFor();
    // A stock field and the one of the same name show a point in time alike.
    await page.waitForFunction(() => {
      const dates = [...document.querySelectorAll('main span')].filter((one) =>
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(one.textContent ?? ''),
      );
      return dates.length >= 2;
    });
  },
);
