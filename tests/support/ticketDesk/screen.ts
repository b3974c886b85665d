import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';
import { expect } from 'vitest';
import { type Account, settled, type TestConsole } from '../console.ts';
import { pdf, png } from '../contents.ts';
import { button, dialog, field, openNew, pick, poll } from '../form.ts';
import { overflowingParts } from '../overflowingParts.ts';
import type { languages } from '../resourceScreen.ts';

const papers = ['截图.png', '日志.pdf'] as const;
const phone = { width: 390, height: 844 };

/** Opens the tickets in a browser, as an account in a language, on a phone or a desktop. */
export async function openTickets(
  desk: TestConsole,
  account: Account,
  wording: (typeof languages)[number],
  { onPhone = false } = {},
) {
  const { words, locale, language } = wording;
  const page = await desk.open(account, { locale, reducedMotion: 'reduce', ...(onPhone && { viewport: phone }) });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const title = { en: 'Tickets', zh: '工单' }[language];
  await page.goto(onPhone ? '/ticket' : '/dashboard');
  if (!onPhone)
    await page.getByRole('navigation', { name: words.header.menu }).getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await settled(page);
  const row = (subject: string) => page.locator('[data-row]').filter({ hasText: subject });
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
    /** Fills in the form of a new ticket and submits it with a picture and a PDF. */
    async files(texts: Readonly<Record<string, string>>, severity: string, team: string) {
      await openNew(page, words.list.create({ en: 'Ticket', zh: '工单' }[language]));
      for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
      await pick(page, 'severity', severity);
      await pick(page, 'team_id', team);
      const chooser = dialog(page).locator('[data-field=papers] input[type=file]');
      await chooser.setInputFiles([
        { name: '截图.png', mimeType: 'image/png', buffer: png },
        { name: '日志.pdf', mimeType: 'application/pdf', buffer: pdf },
      ]);
      for (const name of papers) await button(dialog(page), words.files.remove(name)).waitFor();
      expect(await overflowingParts(page)).toEqual([]);
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
    /** Views the picture of a ticket in place, and its PDF in a tab. */
    async looksAtPapers(subject: string) {
      await open(subject);
      const picture = dialog(page).locator('li').filter({ hasText: papers[0] }).locator('img');
      await poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      const shown = page.waitForEvent('popup');
      await button(dialog(page), words.files.open(papers[0])).click();
      const tab = await shown;
      await poll(() => tab.url()).toMatch(/^blob:/);
      await tab.close();
      // A headless browser does not show PDFs: it downloads the file that the tab would show, with its type.
      const saved = new Promise<Download>((resolve) => {
        page.once('download', resolve);
        page.once('popup', (one) => one.once('download', resolve));
      });
      await button(dialog(page), words.files.open(papers[1])).click();
      const content = await saved;
      expect(content.suggestedFilename()).toMatch(/\.pdf$/);
      expect(readFileSync(await content.path())).toEqual(pdf);
      await button(dialog(page), words.files.download(papers[1])).scrollIntoViewIfNeeded();
      expect(await overflowingParts(page)).toEqual([]);
      await close();
    },
    /** Reads a ticket and writes a comment on its page. */
    async comments(subject: string, body: string, ...texts: string[]) {
      const comments = { en: 'Comments', zh: '评论' }[language];
      await open(subject);
      for (const text of texts) await dialog(page).getByText(text, { exact: true }).first().waitFor();
      const part = dialog(page).getByRole('region', { name: comments });
      await button(part, words.list.create({ en: 'Comment', zh: '评论' }[language])).click();
      await part.locator('[name=body]').fill(body);
      await button(part, words.actions.create).click();
      // The change feed may show the comment before the form has its response; until then the input is unsaved.
      await part.locator('[name=body]').waitFor({ state: 'detached' });
      await part.getByText(body, { exact: true }).waitFor();
      await close();
    },
    async close() {
      await page.close();
      expect(problems).toEqual([]);
    },
  };
}
