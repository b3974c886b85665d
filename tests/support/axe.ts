import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that look at colours. */
export const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe has against the page by WCAG 2.2 A and AA, or by some of these rules; a line each with up to three places. */
export async function findings(page: Page, only?: string[]): Promise<string[]> {
  // There are no frames, so that no second page is needed to put the findings together.
  const axe = new AxeBuilder({ page: page as never }).setLegacyMode();
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(rules)).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}
