import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../contract/messages/catalogue.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok, password, startProduct } from '../support/product.ts';

/** What a chosen password needs, wherever it is chosen (issue 35, section 6). */

const setting = '/v1/setting/sign_in/1';
let cast: Cast;

/** Changes the rule, and waits until this process applies it. */
async function setRule(length: number, personal: boolean): Promise<void> {
  await ok(cast.admin.post(setting, { password_length: length, password_personal: personal }));
  const { settings } = cast.product.services;
  await expect.poll(() => settings.passwordRule, { timeout: 6_000 }).toEqual({ length, personal });
}

const token = (text: string): string => /\/set_password#([\w-]{43})/.exec(text)?.[1] ?? '';

/** The ways in which somebody gets a password, each with the field of its form and what it answers. */
interface Person {
  readonly id: number;
  readonly name: string;
  readonly address: string;
}
let made = 0;
async function person(more: object = {}): Promise<Person> {
  made += 1;
  const name = `ruler.${made}`;
  const address = `mailbox.${made}@vendor.example`;
  const body = { name, nick_name: 'Lin', role_id: 2, password, params: { liaison_mail: address }, ...more };
  const { id } = await ok(cast.admin.post('/v1/user', body));
  return { id, name, address };
}
const linkOf = async ({ address }: Person): Promise<string> => {
  await expect.poll(() => cast.mails.filter(({ to }) => to === address).length).toBe(1);
  return token(cast.mails.find(({ to }) => to === address)?.text ?? '');
};

const ways = {
  'a new user': async (chosen: string, language: string) => {
    made += 1;
    const body = {
      name: `ruler.${made}`,
      nick_name: 'Lin',
      role_id: 2,
      password: chosen,
      params: { liaison_mail: `mailbox.${made}@vendor.example` },
    };
    return [await cast.admin.post('/v1/user', body, { 'x-lang': language }), 'password'] as const;
  },
  'the user form': async (chosen: string, language: string) => {
    const { id } = await person();
    return [await cast.admin.post(`/v1/user/${id}`, { password: chosen }, { 'x-lang': language }), 'password'] as const;
  },
  'the own change': async (chosen: string, language: string) => {
    const { name } = await person();
    const here = await cast.login(name);
    const body = { password, password1: chosen, password2: chosen };
    return [await here.post('/v1/auth/password', body, { 'x-lang': language }), 'password1'] as const;
  },
  'an invitation': async (chosen: string, language: string) => {
    const body = { token: await linkOf(await person({ password: undefined, invite: true })) };
    return [await reset(body, chosen, language), 'password1'] as const;
  },
  'a forgotten password': async (chosen: string, language: string) => {
    const who = await person();
    await ok(cast.request('POST', '/v1/auth/password/forgotten', { body: { account: who.name } }));
    return [await reset({ token: await linkOf(who) }, chosen, language), 'password1'] as const;
  },
};
let networks = 0;
const reset = (by: object, chosen: string, language: string) => {
  networks += 1;
  const body = { ...by, password1: chosen, password2: chosen };
  return cast.request('POST', '/v1/auth/password/reset', {
    body,
    address: `10.8.0.${networks}`,
    headers: { 'x-lang': language },
  });
};

forEachEngine('the password rule', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, {}, { PUBLIC_URL: 'https://licences.example' });
  });
  afterAll(() => cast.close());

  describe.each(Object.entries(ways))('%s', (_way, choose) => {
    const refusal = async (chosen: string, language = 'en') => {
      const [answer, field] = await choose(chosen, language);
      expect([chosen, answer.status]).toEqual([chosen, 422]);
      return answer.body.error.fields[field]?.[0];
    };

    it('refuses what the product always refuses, with the cure', async () => {
      await setRule(8, true);
      expect(await refusal('short1')).toBe('Use 8 to 64 characters. Several words are long and easy to remember');
      expect(await refusal('onlyletters')).toBe(messages.password_characters.en);
      expect(await refusal('9182736455')).toBe(messages.password_characters.en);
      for (const common of ['Password2026!', 'p4ssw0rd99', '1qaz2wsx', 'aaaaaaa1'])
        expect(await refusal(common)).toBe(messages.password_common.en);
    });

    it('needs as many characters as the setting says, in both languages', async () => {
      await setRule(12, true);
      expect(await refusal('Harbor-2026')).toContain('Use 12 to 64 characters');
      expect(await refusal('Harbor-2026', 'zh')).toContain('请使用 12 到 64 个字符');
      expect((await choose('Harbor-2026x', 'en'))[0].status).toBe(200);
      await setRule(8, true);
    });

    it('refuses the name and the address of the person only where the setting says so', async () => {
      const name = `RULER.${made + 1}-77`;
      expect(await refusal(name)).toBe(messages.password_personal.en);
      expect(await refusal(`x-mailbox.${made + 1}-77`, 'zh')).toBe(messages.password_personal.zh);
      await setRule(8, false);
      expect((await choose(`ruler.${made + 1}-77`, 'en'))[0].status).toBe(200);
      await setRule(8, true);
    });
  });

  it('leaves passwords as they are that were chosen before', async () => {
    const { name } = await person();
    await setRule(20, true);
    await ok(cast.request('POST', '/v1/auth/login', { body: { name, password } }));
    await setRule(8, true);
  });

  it.each([7, 33, null, 'long'])('is never %j characters', async (password_length) => {
    const before = await ok(cast.admin.get(setting));
    const answer = await cast.admin.post(setting, { password_length });
    if (password_length === null) return expect(answer.body.password_length).toBe(8);
    expect(Object.keys(answer.body.error.fields)).toEqual(['password_length']);
    expect(await ok(cast.admin.get(setting))).toEqual(before);
  });
});

describe('a password rule of the environment', () => {
  it('is locked, and holds', async () => {
    cast = await startCast('pglite', {}, { PASSWORD_LENGTH: '12', PASSWORD_PERSONAL: '0' });
    try {
      expect(cast.product.services.settings.passwordRule).toEqual({ length: 12, personal: false });
      expect(await ok(cast.admin.get(setting))).toMatchObject({ password_length: 12, password_personal: false });
      const answer = await cast.admin.post(setting, { password_length: 8 });
      expect(answer.body.error.fields).toEqual({ password_length: ['Set by the environment: PASSWORD_LENGTH'] });
      await expect(startProduct(cast.database, {}, { PASSWORD_LENGTH: '7' })).rejects.toThrow('PASSWORD_LENGTH');
    } finally {
      await cast.close();
    }
  });
});
