import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from '../axe.ts';
import { type Account, settled, still, type TestConsole } from '../console.ts';
import { button, dialog, field, poll, sent } from '../form.ts';
import { overflowingParts } from '../overflowingParts.ts';
import type { languages } from '../resourceScreen.ts';
import { smallTargets } from '../smallTargets.ts';

const names = {
  en: { quotes: 'Quotes', lines: 'Lines', line: 'Line' },
  zh: { quotes: '报价单', lines: '明细', line: '明细行' },
};

/** Checks several window widths: nothing is cut off, too small to touch, or reported by axe. */
async function looksWellAt(page: Page, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await still(page);
    const wrong = async () => [
      ...(await overflowingParts(page)),
      ...(width < 600 ? await smallTargets(page) : []),
      ...(await findings(page)),
    ];
    await poll(wrong).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
  await still(page);
}

/** Opens the form of a quote in a browser, as an account in a language. */
export async function openQuotes(desk: TestConsole, account: Account, wording: (typeof languages)[number]) {
  const { words, locale, language } = wording;
  const { quotes, lines, line } = names[language];
  const page = await desk.open(account, { locale, reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const bodies = sent(page, 'POST', /^\/v1\/quote\/\d+$/);
  await page.goto('/quote');
  await page.getByRole('heading', { level: 1, name: quotes }).waitFor();
  await settled(page);
  const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = (number: number) => dialog(page).getByRole('listitem', { name: `${line} ${number}`, exact: true });
  const marks = () =>
    dialog(page)
      .locator('li[data-mark]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-mark')));

  return {
    page,
    row,
    marks,
    value: (at: number, name: string) => field(page, `lines.${at}.${name}`).inputValue(),
    async opens(subject: string, count: number) {
      await page.getByRole('button', { name: `${words.actions.edit}: ${subject}` }).click();
      await dialog(page).getByRole('group', { name: lines, exact: true }).waitFor();
      await poll(async () => (await marks()).length).toBe(count);
    },
    /**
     * Opens a page of the lines by its button and waits for its rows.
     * @param count the number of rows
     */
    async turns(to: number, count: number) {
      await button(dialog(page), words.list.page(to)).press('Enter');
      await poll(async () => (await marks()).length).toBe(count);
    },
    range: (from: number, to: number, all: number) =>
      dialog(page)
        .getByText(words.form.rowRange(String(from), String(to), String(all)), { exact: true })
        .waitFor(),
    fills: (at: number, name: string, text: string) => field(page, `lines.${at}.${name}`).fill(text),
    adds: () => button(dialog(page), words.actions.addItem(line)).press('Enter'),
    removes: (number: number) => button(dialog(page), words.actions.removeItem(line, number)).press('Enter'),
    keeps: (number: number) => button(dialog(page), words.actions.undoItem(line, number)).press('Space'),
    /** The number of buttons that add a line, and of those that remove the first one. */
    buttons: () =>
      Promise.all(
        [words.actions.addItem(line), words.actions.removeItem(line, 1)].map((name) =>
          button(dialog(page), name).count(),
        ),
      ),
    looksWell: () => looksWellAt(page, [1440, 749, 390]),
    /**
     * Presses Save and waits until the form is closed.
     * @returns the body that was sent
     */
    async saves() {
      await button(dialog(page), words.actions.save).click();
      await gone();
      return bodies.at(-1);
    },
    async isRefused(...texts: string[]) {
      await button(dialog(page), words.actions.save).click();
      for (const text of texts) await dialog(page).getByText(text, { exact: true }).first().waitFor();
    },
    async reloads() {
      await dialog(page).getByText(words.form.stale, { exact: true }).waitFor();
      await button(dialog(page), words.actions.reload).click();
      await dialog(page).getByText(words.form.stale, { exact: true }).waitFor({ state: 'detached' });
    },
    /** Escape asks before unsaved input is lost. */
    async asksBeforeItCloses() {
      await page.keyboard.press('Escape');
      await page.getByText(words.ask.leave).waitFor();
      await button(page.getByRole('dialog').last(), words.ask.stay).click();
    },
    async close() {
      await page.close();
      expect(problems).toEqual([]);
    },
  };
}
