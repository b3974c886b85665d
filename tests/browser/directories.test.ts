import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { findings } from '../support/axe.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';

/** A company directory in the console: its token, its provider, and a user whom it deactivates (issue 35, section 5). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

it.each([
  ['en', 'en-US', 1440],
  ['zh', 'zh-CN', 390],
] as const)(
  'gets a token, deactivates a user, whom an administrator activates again, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const { call } = await desk.api('superadmin');
    const name = `Directory ${language}`;
    const account = (await call('POST', '/v1/service_account', { name, role: 'GeneralAdmin' })) as { id: number };
    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    const shot = (picture: string) => takePicture(page, `${picture}-${language}`, true);

    const token = contract.entity('service_token');
    await page.goto('/setting/service_token');
    await page
      .getByRole('button', { name: words.list.create(say(token.label)) })
      .first()
      .click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: say(token.fields['name']?.label) }).fill('SCIM');
    await form.getByRole('combobox', { name: say(token.fields['account_id']?.label) }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await form.getByRole('combobox', { name: say(token.fields['scopes']?.label) }).fill('scim');
    await page.getByText(words.serviceToken.directories).waitFor();
    await shot('directory-scope');
    await page.getByRole('option', { name: /^scim/ }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: words.actions.create }).click();
    const text = (await page.getByTestId('token').textContent()) ?? '';

    const scim = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/scim+json' };
      const init = { method, headers, body: JSON.stringify(body) };
      return (await fetch(`${desk.server.url}/scim/v2${path}`, init)).json() as Promise<{ id: string }>;
    };
    const person = { userName: `anna.${language}`, displayName: `Anna ${language}`, userType: 'SalesMan' };
    const { id } = await scim('POST', '/Users', person);
    await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: 'False' }] });

    const user = contract.entity('user');
    const { deactivate, reactivate } = user.actions ?? {};
    await page.goto(`/user/salesman/${id}`);
    await page.getByText(say(user.fields['active']?.label), { exact: true }).first().waitFor();
    await page.getByRole('button', { name: say(reactivate?.label), exact: true }).waitFor();
    await shot('directory-user');
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await page.getByRole('button', { name: say(reactivate?.label), exact: true }).click();
    await shot('directory-activate');
    await page.getByRole('dialog').getByRole('button', { name: words.actions.confirm, exact: true }).click();
    await page.getByRole('button', { name: say(deactivate?.label), exact: true }).waitFor();
    expect(await call('GET', `/v1/user/${id}`)).toMatchObject({ active: true });

    const provider = contract.entity('identity_provider');
    await page.goto('/setting/identity_provider');
    await page
      .getByRole('button', { name: words.list.create(say(provider.label)) })
      .first()
      .click();
    const field = page.getByRole('dialog').getByRole('combobox', { name: say(provider.fields['directory_id']?.label) });
    await field.fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await shot('directory-provider');
    expect(await findings(page)).toEqual([]);
    await call('DELETE', `/v1/service_account/${account.id}`);
  },
);
