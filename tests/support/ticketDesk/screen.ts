import { expect } from 'vitest';
import { type Account, settled, type TestConsole } from '../console.ts';
import { button, dialog, field, openNew, pick } from '../form.ts';
import type { languages } from '../resourceScreen.ts';

/** The tickets in a browser, as the account sees them in its language. */
export async function openTickets(desk: TestConsole, account: Account, said: (typeof languages)[number]) {
  const { words, locale, language } = said;
  const page = await desk.open(account, { locale });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/dashboard');
  const title = { en: 'Tickets', zh: '工单' }[language];
  await page.getByRole('navigation', { name: words.header.menu }).getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await settled(page);
  const row = (subject: string) => page.locator('tbody tr').filter({ hasText: subject });
  const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const open = (subject: string) => row(subject).getByRole('link').first().click();
  const close = async () => {
    await dialog(page).getByLabel(words.actions.close).click();
    await gone();
  };
  const step = async (subject: string, label: string, typed: readonly (readonly [string, string])[], state: string) => {
    await row(subject).getByRole('button', { name: label, exact: true }).click();
    for (const [name, text] of typed) await field(page, name).fill(text);
    await button(dialog(page), label).click();
    await gone();
    await row(subject).getByText(state, { exact: true }).waitFor();
  };

  return {
    /** Fills the form of a new ticket, and sends it. */
    async files(texts: Readonly<Record<string, string>>, severity: string) {
      await openNew(page, words.list.create({ en: 'Ticket', zh: '工单' }[language]));
      for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
      await pick(page, 'severity', severity);
      await button(dialog(page), words.actions.create).click();
      await gone();
      await row(String(texts['subject'])).waitFor();
    },
    takes: (subject: string, label: string, state: string) => step(subject, label, [], state),
    answers: (subject: string, label: string, name: string, text: string, state: string) =>
      step(subject, label, [[name, text]], state),
    async reads(subject: string, ...texts: string[]) {
      await open(subject);
      for (const text of texts) await dialog(page).getByText(text, { exact: true }).first().waitFor();
      await close();
    },
    /** Writes a comment where it stands in the detail. */
    async comments(subject: string, body: string) {
      const comments = { en: 'Comments', zh: '评论' }[language];
      await open(subject);
      const part = dialog(page).getByRole('region', { name: comments });
      await button(part, words.list.create({ en: 'Comment', zh: '评论' }[language])).click();
      await part.locator('[name=body]').fill(body);
      await button(part, words.actions.create).click();
      await part.getByText(body, { exact: true }).waitFor();
      await close();
    },
    async close() {
      await page.close();
      expect(problems).toEqual([]);
    },
  };
}
