import type { Page } from 'playwright-core';
import { still } from './console.ts';

/**
 * Takes a picture into the folder PICTURES, if it is set, once nothing moves.
 * @param isWhole true for the whole page instead of the visible part
 */
export async function takePicture(page: Page, name: string, isWhole = false): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  await still(page);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: isWhole });
}
