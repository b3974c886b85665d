import { expect } from 'vitest';
import { settled, type TestConsole } from '../console.ts';
import { button, dialog, field, pick, poll } from '../form.ts';
import { overflowingParts } from '../overflowingParts.ts';
import type { languages } from '../resourceScreen.ts';

const phone = { width: 390, height: 844 };

/** Opens a product with its tickets in a browser, as a SuperAdmin in a language. */
export async function openProduct(
  desk: TestConsole,
  { id, name }: { readonly id: number; readonly name: string },
  { words, locale, language }: (typeof languages)[number],
  { onPhone = false } = {},
) {
  const page = await desk.open('superadmin', { locale, reducedMotion: 'reduce', ...(onPhone && { viewport: phone }) });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/enterprise/product');
  await settled(page);
  await page.locator(`[data-row="${id}"]`).getByRole('link').first().click();
  const label = { en: 'Ticket', zh: '工单' }[language];
  const add = words.list.addExisting(label);
  const section = dialog(page)
    .locator('section')
    .filter({ has: page.getByRole('button', { name: add, exact: true }) });
  const row = (subject: string) => section.locator('[data-row]').filter({ hasText: subject });
  await section.waitFor();
  // A dialog over the record hides its content from assistive technology.
  const gone = () => button(section, add).waitFor();
  return {
    /** Adds an existing ticket. */
    async adds(subject: string, number: string) {
      await button(section, add).click();
      await pick(page, 'products', number);
      expect(await overflowingParts(page)).toEqual([]);
      await button(dialog(page), words.list.addExistingShort).click();
      await row(subject).waitFor();
      await gone();
      expect(await overflowingParts(page)).toEqual([]);
    },
    /** The same by keyboard; a ticket that is in the list already cannot be chosen. */
    async addsByKeys(subject: string, number: string) {
      await button(section, add).focus();
      await page.keyboard.press('Enter');
      await field(page, 'products').waitFor();
      await page.keyboard.type(number);
      await page.getByRole('option', { name: number }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await button(dialog(page), words.list.addExistingShort).press('Enter');
      await row(subject).waitFor();
      await gone();
    },
    async refusesTwice(number: string) {
      await button(section, add).click();
      await field(page, 'products').fill(number);
      const option = page.getByRole('option', { name: words.record.alreadyInList });
      await option.waitFor();
      expect(await option.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Escape');
      await button(dialog(page), words.actions.cancel).click();
      await section.waitFor();
    },
    async takesOut(subject: string, number: string) {
      await row(subject)
        .getByRole('button', { name: `${words.actions.takeOut}: ${number}`, exact: true })
        .click();
      await poll(() => dialog(page).textContent()).toContain(words.ask.takeOut(number, name));
      await button(dialog(page), words.actions.takeOut).click();
      await gone();
      await row(subject).waitFor({ state: 'detached' });
    },
    /** Checks that the history shows the ticket that was added. */
    async tells(number: string) {
      if (onPhone) {
        await dialog(page).getByRole('combobox').first().click();
        await page.getByRole('option', { name: words.record.history }).click();
      } else await dialog(page).getByRole('tab', { name: words.record.history }).click();
      await dialog(page).getByText(number).first().waitFor();
    },
    /** Opens the list of tickets, filtered by the product. */
    async goesToAll(...subjects: string[]) {
      await section.getByRole('link', { name: words.list.showInList }).click();
      await page.waitForURL((url) => url.pathname === '/ticket');
      for (const subject of subjects) await page.locator('[data-row]').filter({ hasText: subject }).waitFor();
      await page.getByRole('search').getByText(name).first().waitFor();
    },
    async close() {
      await page.close();
      expect(problems).toEqual([]);
    },
  };
}
