import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, dialog, field, openNew, poll } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const bars = (page: Page): Promise<number> => page.locator('.MuiSnackbar-root [role=alert]').count();
const alertText = async (page: Page): Promise<string> => {
  const alert = dialog(page).getByRole('alert');
  return (await alert.count()) > 0 ? ((await alert.textContent()) ?? '') : '';
};
/** True if the alert of the dialog has the focus. */
const isFocused = (page: Page) =>
  dialog(page)
    .getByRole('alert')
    .evaluate((element) => element === document.activeElement);

// issue 33, section 5: a field error has no notice beside.
describe('a refusal', () => {
  const refuse = (page: Page, path: string, fields: object, method = 'POST') =>
    page.route(path, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 422, json: { title: 'No', code: 'invalid', error: { fields } } })
        : route.continue(),
    );

  it('is shown at its input alone; one of no input stays at the top of the form until the next answer', async () => {
    const page = await desk.open('superadmin');
    await page.goto('/enterprise');
    await openNew(page, 'New enterprise');
    await field(page, 'name').fill('Quay');
    await field(page, 'code').fill('QUAYS');
    await refuse(page, '**/v1/enterprise', { code: ['This code is in use'] });
    await button(dialog(page), 'Create').click();
    await poll(() => below(page, 'code')).toBe('This code is in use');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute('**/v1/enterprise');
    await refuse(page, '**/v1/enterprise', { elsewhere: ['Nobody sees this field'], created_at: ['Too early'] });
    await field(page, 'code').fill('QUAYT');
    await button(dialog(page), 'Create').click();
    await poll(() => alertText(page)).toBe('Nobody sees this fieldToo early');
    await poll(() => isFocused(page)).toBe(true);
    expect(await bars(page)).toBe(0);
    await page.unroute('**/v1/enterprise');
    await refuse(page, '**/v1/enterprise', { code: ['This code is in use'], _: ['The whole is wrong'] });
    await button(dialog(page), 'Create').click();
    await poll(() => alertText(page)).toBe('The whole is wrong');
    await poll(() => below(page, 'code')).toBe('This code is in use');
    expect(await bars(page)).toBe(0);
  });

  it.each([
    ['en-US', 'Edit', 'Save', 'Review: Not now'],
    ['zh-CN', '编辑', '保存', '审核状态：Not now'],
  ])('names a field that the form does not show (%s)', async (locale, edit, save, expected) => {
    const page = await desk.open('superadmin', { locale });
    await page.goto('/enterprise');
    await page
      .getByRole('button', { name: new RegExp(`^${edit}`) })
      .first()
      .click();
    await field(page, 'name').fill('Quay again');
    await refuse(page, '**/v1/enterprise/*', { status: ['Not now'] });
    await button(dialog(page), save).click();
    await poll(() => alertText(page)).toBe(expected);
    expect(await bars(page)).toBe(0);
  });

  it('of a question without inputs stays in it', async () => {
    const page = await desk.open('superadmin');
    await page.goto('/enterprise');
    await page
      .getByRole('button', { name: /^Delete: / })
      .first()
      .click();
    await refuse(page, '**/v1/enterprise/*', { _: ['It is in use'] }, 'DELETE');
    await button(dialog(page), 'Delete').click();
    await poll(() => alertText(page)).toBe('It is in use');
    await poll(() => isFocused(page)).toBe(true);
    expect(await bars(page)).toBe(0);
  });
});
