import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/chromium.ts';

// npm run screenshots [-- URL]: pictures of the main screens of a running demo, both languages, 749 and 1440 px.

const url = process.argv[2] ?? 'http://127.0.0.1:8080';
const folder = 'screenshots';
const password = 'Licence-2026';
const screens: Record<string, string[]> = {
  enterprise: [
    '/dashboard',
    '/authorization/order',
    '/authorization/project',
    '/authorization/assignment',
    '/user/subuser',
    '/message',
  ],
  sales: ['/dashboard', '/user/enterprise_user', '/authorization/order'],
  operations: ['/dashboard', '/enterprise', '/enterprise/product'],
  superadmin: ['/audit', '/user/general'],
};

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('#name').fill(name);
  await page.locator('#password').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/dashboard');
}

async function shoot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(url + path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const locale of ['en-US', 'zh-CN']) {
  for (const width of [1440, 749]) {
    for (const [account, paths] of Object.entries(screens)) {
      const page = await browser.newPage({ locale, viewport: { width, height: 900 } });
      await shoot(page, '/login', `login-${locale}-${width}`);
      await signIn(page, account);
      for (const path of paths) await shoot(page, path, `${account}${path.replaceAll('/', '-')}-${locale}-${width}`);
      await page.close();
    }
  }
}
await browser.close();
console.log(`The pictures are in ${folder}/`);
