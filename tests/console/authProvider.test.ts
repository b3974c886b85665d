import { HttpError } from 'react-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createAuthProvider } from '../../src/authProvider/authProvider.ts';
import { readSession } from '../../src/authProvider/session.ts';
import { currentSessionAlert, subscribeSessionAlert } from '../../src/authProvider/sessionAlert.ts';
import { requestJson } from '../../src/dataProvider/http/httpClient.ts';
import { password } from '../support/account.ts';
import { type Desk, startDesk } from './support/desk.ts';

const authProvider = createAuthProvider(contract, requestJson);
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const can = (resource: string, action: string, record?: object) =>
  authProvider.canAccess?.({ resource, action, ...(record && { record }) });

describe('the AuthProvider', () => {
  it('signs in, says who one is, and is asked without a request', async () => {
    const page = await desk.open();
    await expect(authProvider.checkAuth({})).rejects.toThrow();
    expect(await authProvider.getPermissions?.({})).toBeUndefined();
    await authProvider.login({ name: 'sales', password });
    let asked = 0;
    page.on('request', () => {
      asked += 1;
    });
    await authProvider.checkAuth({});
    expect(await authProvider.getPermissions?.({})).toBe('SalesMan');
    expect(await authProvider.getIdentity?.()).toMatchObject({ name: 'sales', fullName: expect.any(String) });
    expect(await Promise.all([can('order', 'list'), can('order', 'show'), can('audit', 'list')])).toEqual([
      true,
      true,
      false,
    ]);
    expect(await Promise.all([can('order', 'confirm', { status: 0 }), can('order', 'confirm', { status: 1 })])).toEqual(
      [true, false],
    );
    expect(
      await Promise.all([can('order', 'approve', { status: 1 }), can('product', 'delete'), can('no_such', 'list')]),
    ).toEqual([false, false, false]);
    expect(asked).toBe(0);
  });

  it('refuses a wrong password with the server’s words, and keeps no session', async () => {
    await desk.open();
    await expect(authProvider.login({ name: 'sales', password: 'wrong' })).rejects.toMatchObject({
      body: { title: expect.stringContaining('incorrect') },
    });
    expect(readSession()).toBeUndefined();
  });

  it('shows what the jump to DingTalk left in this tab, once, and nothing where none began here (C19)', async () => {
    const page = await desk.open();
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url(), 'http://console.test');
      if (url.pathname === '/v1/oauth/login/dingtalk') asked.push(url.searchParams.get('verifier'));
    });
    sessionStorage.setItem('licence.jump', 'left-by-the-jump');
    for (let round = 0; round < 2; round += 1)
      await expect(authProvider.login({ authCode: 'code', state: 'state' })).rejects.toThrow();
    expect(asked).toEqual(['left-by-the-jump', null]);
  });

  it('acts and returns, once however often it is asked', async () => {
    const page = await desk.open('sales');
    const own = readSession();
    let switched = 0;
    page.on('request', (request) => {
      if (request.url().includes('/v1/auth/login/user/')) switched += 1;
    });
    await expect(authProvider.actBack()).rejects.toThrow();
    const { items } = await (await desk.api('sales')).call('GET', '/v1/user/list?search=enterprise');
    const id = items.find((one: { name: string }) => one.name === 'enterprise').id;
    const [first, second] = await Promise.all([authProvider.actFor(id), authProvider.actFor(id)]);
    expect([first, switched, second.role, first.sales_login_id]).toEqual([second, 1, 'Enterprise', own?.user.id]);
    await Promise.all([authProvider.actBack(), authProvider.actBack()]);
    expect([switched, readSession()?.role, readSession()?.sales_login_id]).toEqual([2, 'SalesMan', undefined]);
    // Each sign-in gives a new key (B4) and invalidates the previous one.
    expect(readSession()?.api_key).not.toBe(own?.api_key);
  });

  it('a 401 ends the session that it was an answer to, and no later one', async () => {
    await desk.open('sales');
    const stop = subscribeSessionAlert(() => undefined);
    const key = readSession()?.api_key;
    await authProvider.checkError(new HttpError('', 403, {}));
    await authProvider.checkError(new HttpError('', 500, {}));
    await authProvider.checkError(new HttpError('', 401, { key: 'an earlier one' }));
    expect(currentSessionAlert()).toBeUndefined();
    await authProvider.checkError(new HttpError('', 401, { key, title: 'Signed out elsewhere' }));
    await authProvider.checkError(new HttpError('', 401, { key, title: 'Again' }));
    expect(currentSessionAlert()?.message).toBe('Signed out elsewhere');
    expect(readSession()?.api_key).toBe(key);
    currentSessionAlert()?.confirm();
    expect(readSession()).toBeUndefined();
    stop();
  });

  it('signs out on the server too, and goes to the login', async () => {
    const page = await desk.open('operations');
    const key = readSession()?.api_key;
    expect(await authProvider.logout({})).toBe(false);
    expect(readSession()).toBeUndefined();
    expect((await desk.ask(key, 'GET', '/v1/order/list')).status).toBe(401);
    expect(page.visits.concat('/login')).toContain('/login');
  });
});
