import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { walkers } from '../support/account.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterEach(() => desk.leave());
afterAll(() => desk.close());

const toast = (page: Page) => page.locator('.MuiSnackbar-root [role=alert]');
const loading = (page: Page) => page.locator('[role=progressbar], .MuiSkeleton-root');
const session = (page: Page) => page.evaluate(() => localStorage.getItem('licence.session'));
const list = /\/v1\/session\/list/;

type Reply = 'abort' | { status: number; body: unknown };

/** Opens the account page, which every role has. The test sets the response of its list of sessions. */
async function openSessions(account: string, locale = 'en-US') {
  const page = await desk.open(account, { locale });
  let reply: Reply | undefined;
  await page.route(list, (route) => {
    if (!reply) return route.continue();
    return reply === 'abort' ? route.abort() : route.fulfill({ status: reply.status, json: reply.body });
  });
  await page.goto('/userinfo');
  await settled(page);
  let ended = 0;
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      if (list.test(request.url())) ended += 1;
    });
  const ask = async (next?: Reply) => {
    reply = next;
    const before = ended;
    await page.locator('#tab-profile').click();
    await page.locator('#tab-profile[aria-selected=true]').waitFor();
    await page.locator('#tab-sessions').click();
    await expect.poll(() => ended).toBe(before + 1);
  };
  const says = async (text: string) => {
    await expect.poll(() => toast(page).allInnerTexts()).toEqual([text]);
    await toast(page).getByRole('button').click();
    await toast(page).waitFor({ state: 'detached' });
  };
  return { page, ask, says };
}

const fields = { title: 'Not this', error: { fields: { first: ['The first of two'], second: ['The second'] } } };

describe.each(walkers)('what %s is told of a failure', (account) => {
  it('is the first field’s message, the title, or the text for want of one; nothing of other statuses; a lost session is an alert that leads to the login (R-ERR-01, R-ERR-02, R-ERR-03, R-ERR-04, R-ERR-05, R-ERR-06, R-ERR-07)', async () => {
    const { page, ask, says } = await openSessions(account);
    const replies: [Reply, string][] = [
      [{ status: 422, body: fields }, 'The first of two'],
      [{ status: 500, body: { title: 'The disk is full' } }, 'The disk is full'],
      [{ status: 500, body: {} }, 'Internal server error'],
      [{ status: 404, body: { title: 'No such shelf' } }, 'No such shelf'],
      [{ status: 404, body: {} }, 'Requested resource not found'],
      [{ status: 200, body: { error: 'Only half of it worked' } }, 'Only half of it worked'],
      ['abort', 'Request timed out, please check your network connection'],
    ];
    for (const [reply, text] of replies) {
      await ask(reply);
      await says(text);
    }
    for (const status of [403, 409, 503]) {
      await ask({ status, body: { title: 'Not to be shown', error: { fields: { name: ['Nor this'] } } } });
      await settled(page);
      expect([status, await toast(page).count(), await loading(page).count()]).toEqual([status, 0, 0]);
    }
    expect(await session(page)).not.toBeNull();
    expect(new URL(page.url()).pathname).toBe('/userinfo');
    await page.setOffline(true);
    await ask();
    await says('You are offline. Please check your network connection.');
    await page.setOffline(false);
    await ask();
    await page.getByRole('cell', { name: 'This session' }).waitFor();

    // A lost session shows one alert for all failed requests, until it is confirmed.
    await page.route('**/v1/notification/list**', (route) => route.fulfill({ status: 401, json: { title: 'Again' } }));
    await ask({ status: 401, body: { title: 'Signed out elsewhere' } });
    const alert = page.getByRole('alertdialog', { name: 'Tip' });
    await alert.getByText('Signed out elsewhere', { exact: true }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.keyboard.press('Escape');
    await page.locator('.MuiBackdrop-root').last().click();
    await settled(page);
    expect(await page.getByRole('alertdialog').count()).toBe(1);
    expect(await alert.textContent()).toContain('Signed out elsewhere');
    expect([(await session(page)) !== null, new URL(page.url()).pathname]).toEqual([true, '/userinfo']);
    await alert.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/login');
    await page.locator('#name').waitFor();
    expect(await session(page)).toBeNull();
  });
});

describe('in Chinese', () => {
  it('the fixed texts are Chinese (R-ERR-02, R-ERR-03, R-ERR-04, R-ERR-05)', async () => {
    const { page, ask, says } = await openSessions('sales', 'zh-CN');
    await ask({ status: 500, body: {} });
    await says('服务器内部错误');
    await ask({ status: 404, body: {} });
    await says('请求的资源不存在');
    await ask('abort');
    await says('请求超时，请检查网络连接');
    await ask({ status: 401, body: {} });
    const alert = page.getByRole('alertdialog', { name: '提示' });
    await alert.getByText('登录状态已失效，请重新登录。', { exact: true }).waitFor();
    await alert.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/login');
  });
});

describe('without a network', () => {
  it('a list says so and offers another try (R-ERR-05)', async () => {
    const page = await desk.open('sales');
    await page.goto('/enterprise');
    await settled(page);
    await page.setOffline(true);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect
      .poll(() => toast(page).allInnerTexts())
      .toEqual(['You are offline. Please check your network connection.']);
    await page.setOffline(false);
    // The pickers above the list have their own buttons to try again.
    await page.locator('main table').getByRole('button', { name: 'Try again' }).click();
    await page.locator('tbody a').first().waitFor();
  });
});
