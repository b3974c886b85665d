import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { still } from './console.ts';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The axe rules about colours. */
export const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * The violations of WCAG 2.2 A and AA, or of the given rules, on the page: one line each, with up to three places. What is
 * still fading in has other colours than people read, so it waits for animations to end.
 */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  await still(page);
  // The script remains in the page until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations, incomplete } = await here.run(document, {
        runOnly,
        resultTypes: ['violations', 'incomplete'],
      });
      // A name on an element that may not have one is only "incomplete" while the element has text of its own.
      const unsure = incomplete.filter(({ id }) => id === 'aria-prohibited-attr');
      return [...violations, ...unsure].map(
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
