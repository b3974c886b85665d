import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { scale } from '../support/scale.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** Creates a link for the first effective project in the account's list. */
async function makeLink(page: Page, path = '/authorization/project'): Promise<{ url: string; project: string }> {
  await page.goto(path);
  await settled(page);
  const button = page.getByRole('button', { name: /^Application link: / }).first();
  const project = (await button.getAttribute('aria-label'))?.replace('Application link: ', '') ?? '';
  await button.click();
  const dialog = page.getByRole('dialog', { name: `Application link · ${project}` });
  await dialog.getByRole('spinbutton', { name: 'Valid for (days)' }).fill('7');
  await dialog.getByRole('button', { name: 'Create' }).click();
  return { url: await dialog.getByRole('textbox', { name: 'Address' }).inputValue(), project };
}

describe('a link by which visitors apply (B30, R-APP-01)', () => {
  it('is made for a project, to copy, and to keep as a picture', async () => {
    const page = await desk.open('enterprise', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { url } = await makeLink(page);
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('alert').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save image' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^application-\d+\.png$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  const words = [
    ['zh-CN', '申请许可', '提交申请', '感谢您的申请'],
    ['en-US', 'Apply for licences', 'Submit application', 'Thank you.'],
  ] as const;

  it.each(words.slice(0, scale(1, 2)))(
    'leads a visitor (%s) to the form; the enterprise sees what they file',
    async (locale, title, submit, thanks) => {
      const mail = `visitor-${locale.slice(0, 2)}@else.example`;
      const owner = await desk.open('enterprise');
      const { url, project } = await makeLink(owner);
      const visitor = await desk.open(undefined, { locale, viewport: { width: 749, height: 900 } });
      await visitor.goto(url);
      await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
      await visitor.getByText(project).waitFor();
      expect(await visitor.getByRole('banner').count()).toBe(0);
      expect(await findings(visitor)).toEqual([]);
      await visitor.getByRole('button', { name: submit }).click();
      await expect.poll(() => visitor.locator('input[name=mail]').getAttribute('aria-invalid')).toBe('true');
      await visitor.locator('input[name=mail]').fill(mail);
      await visitor.locator('input[name=hosts]').fill('3');
      await visitor.getByRole('button', { name: submit }).click();
      await visitor.getByText(thanks).waitFor();

      await owner.goto('/authorization/assignment?active=2');
      await settled(owner);
      const row = owner
        .getByRole('row')
        .filter({ hasText: project })
        .filter({ hasText: 'Third-party platform' })
        .first();
      await row.getByRole('link').first().click();
      await owner.getByRole('dialog').getByText(mail).waitFor();
    },
  );

  it('of a QR scan goes to a test project alone; its refusal stands at the source', async () => {
    const page = await desk.open('enterprise');
    await page.goto('/authorization/project');
    await settled(page);
    await page
      .getByRole('button', { name: /^Application link: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'QR scan' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Applications from this source are only for test projects').waitFor();
    expect(await dialog.getByRole('combobox', { name: 'Source' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('says so when it does not hold, and offers another try without a network', async () => {
    const page = await desk.open(undefined, { locale: 'zh-CN' });
    await page.goto('/application/e30.e30');
    await page.getByText('该链接无效或已过期').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(1);
    const owner = await desk.open('enterprise');
    const { url } = await makeLink(owner);
    await page.route('**/v1/application/**', (route) => route.abort());
    await page.goto(url);
    const again = page.getByRole('button', { name: '重试' });
    await again.waitFor();
    await page.unroute('**/v1/application/**');
    await again.click();
    await page.locator('form').waitFor();
  });
});
