import axe from 'axe-core';
import type { Page } from 'playwright-core';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that look at colours. */
export const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe has against the page by WCAG 2.2 A and AA, or by some of these rules; a line each with up to three places. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // It stays with a page as long as the page is not loaded anew.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations } = await here.run(document, { runOnly, resultTypes: ['violations'] });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map((node) => node.target.join(' '))
            .slice(0, 3)
            .join(' | ')}`,
      );
    },
    rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: levels },
  );
}
