import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '../../contract/messages/label.ts';
import { findings } from './axe.ts';
import { password, still, type TestConsole } from './console.ts';
import { takePicture } from './pictures.ts';

/** What the browser tests of signing in share. */

/** Takes a picture into the folder PICTURES, if it is set, and looks for violations of WCAG. */
export async function look(page: Page, name: string, language: Language, width: number): Promise<void> {
  await still(page);
  await takePicture(page, `${name}-${language}-${width}`);
  expect(await findings(page)).toEqual([]);
}

/** The options of a page in a language and of a width. */
export const windowOf = (language: Language, width: number) => ({
  locale: language === 'zh' ? 'zh-CN' : 'en-US',
  viewport: { width, height: 900 },
});

let serial = 0;
/**
 * Creates a user who has no second factor.
 * @param prefix the beginning of the user name
 * @returns the user name
 */
export async function newPerson(desk: TestConsole, prefix: string, role_id: number): Promise<string> {
  serial += 1;
  const name = `${prefix}.${serial}`;
  const { call } = await desk.api('superadmin');
  await call('POST', '/v1/user', { name, nick_name: `Person ${serial}`, role_id, password });
  return name;
}
