import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Cast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { labels, type OidcWorld, startOidcWorld } from '../support/oidcWorld.ts';
import { asIfChosen, ok, password } from '../support/product.ts';
import { isRowStatement, recordStatements, withStatements } from '../support/statements.ts';
import { totpCode } from '../support/totpCode.ts';

/** Passwords that a sign-in provider closes, per role or mail domain (issue 35, section 1). */

forAnyEngine('passwords that a provider closes', (engine) => {
  let world: OidcWorld;
  let cast: Cast;
  let networks = 0;
  /** An address without earlier requests. */
  const elsewhere = () => {
    networks += 1;
    return `10.7.${networks >> 8}.${networks & 255}`;
  };
  beforeAll(async () => {
    world = await startOidcWorld(engine);
    ({ cast } = world);
  }, 120_000);
  afterAll(() => world.close());

  const signIn = (name: string, given = password, language = 'en') =>
    cast.request('POST', '/v1/auth/login', {
      body: { name, password: given },
      address: elsewhere(),
      headers: { 'X-LANG': language },
    });
  const save = (values: object) => cast.admin.post(`/v1/identity_provider/${world.provider}`, values);
  const open = { closed_roles: [], closed_domains: [], break_glass_id: null, active: true };
  const withFactor = (id: number, on = true) =>
    cast.database.executeSql('update users set second_factor = $1 where id = $2', [on, id]);
  const emergency = () => ({ break_glass_id: cast.admin.id });
  /** Runs work while passwords are closed, and opens them again. */
  async function whileClosed(values: object, work: () => Promise<void>) {
    await withFactor(cast.admin.id);
    await ok(save({ ...open, ...emergency(), ...values }));
    try {
      await work();
    } finally {
      await ok(save(open));
      await withFactor(cast.admin.id, false);
    }
  }
  const person = async (name: string, more: object = {}) => {
    const body = { name, nick_name: name, role_id: 2, password, ...more };
    const { id } = await ok(cast.admin.post('/v1/user', body));
    await asIfChosen(cast.database, id);
    return id as number;
  };
  const mailOf = (name: string, domain = 'acme.example') => ({ params: { liaison_mail: `${name}@${domain}` } });

  it('lets a SuperAdmin stay: nobody closes passwords without one whose own works', async () => {
    const closed = { closed_roles: ['SalesMan'] };
    const without = await save(closed);
    expect([without.status, Object.keys(without.body.error.fields)]).toEqual([422, ['break_glass_id']]);
    expect(without.body.error.fields.break_glass_id[0]).toContain('SuperAdmin');
    const unfit = await save({ ...closed, break_glass_id: cast.admin.id });
    expect([unfit.status, unfit.body.code]).toEqual([422, 'break_glass_unfit']);
    await withFactor(cast.operations.id);
    const general = await save({ ...closed, break_glass_id: cast.operations.id });
    expect([general.status, Object.keys(general.body.error.fields)]).toEqual([422, ['break_glass_id']]);
    await withFactor(cast.operations.id, false);
    // A provider that is off closes nothing; it cannot be switched on without the administrator.
    await ok(save({ ...closed, active: false }));
    await ok(Promise.resolve(await signIn('sales')));
    const on = await save({ active: true });
    expect([on.status, Object.keys(on.body.error.fields)]).toEqual([422, ['break_glass_id']]);
    await ok(save(open));
  });

  it.each([
    ['a domain that is none', { closed_domains: ['acme'] }, 'closed_domains', 'mail_domain'],
    ['a domain twice', { closed_domains: ['acme.example', 'ACME.example'] }, 'closed_domains', 'repeated_item'],
    ['an address', { closed_domains: ['a@acme.example'] }, 'closed_domains', 'mail_domain'],
    ['a role twice', { closed_roles: ['SalesMan', 'SalesMan'] }, 'closed_roles', 'repeated_item'],
  ])('refuses %s at its field', async (_what, values, field, code) => {
    await withFactor(cast.admin.id);
    const answer = await save({ ...open, ...emergency(), ...values });
    expect([answer.status, answer.body.code, Object.keys(answer.body.error.fields)]).toEqual([422, code, [field]]);
    await withFactor(cast.admin.id, false);
  });

  it('says the way to sign in to whoever entered the right password, and to nobody else', async () => {
    await whileClosed({ closed_roles: ['SalesMan'] }, async () => {
      const before = await world.count('session');
      const right = await signIn('sales');
      expect([right.status, right.body.code]).toEqual([422, 'password_closed']);
      expect(right.body.title).toContain(labels.label_en);
      expect((await signIn('sales', password, 'zh')).body.title).toContain(labels.label_zh);
      const wrong = await signIn('sales', 'wrong-1234');
      const unknown = await signIn('nobody.here', 'wrong-1234');
      expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
      expect(wrong.body.code).toBe('login_failed');
      expect(await world.count('session')).toBe(before);
      await signIn('sales');
      expect(await world.lastAudit('login')).toMatchObject({
        result: 'denied',
        after: { name: 'sales', reason: 'password_closed' },
      });
      await ok(signIn('first'));
    });
    await ok(signIn('sales'));
  });

  it('asks the database the same for a wrong password, whether or not passwords are closed', async () => {
    recordStatements();
    const statementsOf = async (given: string) => {
      const { statements } = await withStatements(() => signIn('sales', given));
      return statements.filter(isRowStatement).map(({ text }) => text);
    };
    const usual = await statementsOf('wrong-1234');
    await whileClosed({ closed_roles: ['SalesMan'] }, async () => {
      expect(await statementsOf('wrong-1234')).toEqual(usual);
    });
    vi.restoreAllMocks();
  });

  it('closes the passwords of a mail domain, but not that of the emergency administrator', async () => {
    await person('dora', mailOf('dora', 'ACME.example'));
    await person('emil', mailOf('emil', 'sub.acme.example'));
    await ok(cast.admin.post(`/v1/user/${cast.admin.id}`, mailOf('admin')));
    await whileClosed({ closed_domains: ['Acme.example'], closed_roles: ['SuperAdmin'] }, async () => {
      expect((await signIn('dora')).body.code).toBe('password_closed');
      await ok(signIn('emil'));
      expect((await signIn('admin')).status).toBe(202);
    });
  });

  it('links the account at the provider by the closed password, which alone signs nobody in', async () => {
    await person('lena', mailOf('lena'));
    const atProvider = { sub: 'lena', email: 'lena@acme.example', email_verified: true };
    await whileClosed({ closed_domains: ['acme.example'] }, async () => {
      expect((await signIn('lena')).body.code).toBe('password_closed');
      const asked = await world.signInAs(atProvider);
      expect([asked.status, asked.body.password_needed]).toEqual([202, true]);
      const linked = await ok(cast.request('POST', '/v1/oidc/link', { body: { ticket: asked.body.ticket, password } }));
      expect(linked.user.name).toBe('lena');
      expect((await signIn('lena')).body.code).toBe('password_closed');
      const key = (await ok(world.signInAs(atProvider))).api_key;
      const { items, password_closed_by } = await ok(cast.request('GET', '/v1/oidc/identity', { key }));
      expect(password_closed_by).toEqual(labels);
      // Without the link nothing would sign this user in.
      const last = await cast.request('POST', '/v1/oidc/unlink', { key, body: { id: items[0].id } });
      expect([last.status, last.body.code]).toEqual([422, 'oidc_last']);
    });
  });

  it('changes and forgets no closed password, invites nobody, and lets nobody leave the domain', async () => {
    const id = await person('pia', mailOf('pia'));
    const { api_key: key } = await ok(signIn('pia'));
    const change = { password, password1: 'Other-2026', password2: 'Other-2026' };
    const invited = { name: 'quin', nick_name: 'Quin', role_id: 2, invite: true, ...mailOf('quin') };
    const early = await ok(cast.admin.post('/v1/user', { ...invited, name: 'early', ...mailOf('early') }));
    await expect.poll(() => cast.mails.filter(({ to }) => to === 'early@acme.example').length).toBe(1);
    const token = /\/set_password#([\w-]{43})/.exec(
      cast.mails.find(({ to }) => to === 'early@acme.example')?.text ?? '',
    )?.[1];
    const tokens = { body: { token } };
    await ok(cast.request('POST', '/v1/auth/password/link', tokens));
    await whileClosed({ closed_domains: ['acme.example'] }, async () => {
      const changed = await cast.request('POST', '/v1/auth/password', { key, body: change });
      expect([changed.status, changed.body.code]).toEqual([422, 'password_closed_own']);
      expect(changed.body.title).toContain(labels.label_en);
      await ok(cast.request('POST', '/v1/auth/password/forgotten', { body: { account: 'pia' }, address: elsewhere() }));
      await expect.poll(() => world.count('job')).toBe(0);
      expect(cast.mails.filter(({ to }) => to === 'pia@acme.example')).toEqual([]);
      const refused = await cast.admin.post('/v1/user', invited);
      expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['invite']]);
      expect((await cast.admin.post(`/v1/user/invite/${early.id}`)).body.code).toBe('invite_closed');
      expect((await cast.request('POST', '/v1/auth/password/link', tokens)).body.code).toBe('invitation_ended');
      const moved = await cast.request('POST', `/v1/user/${id}`, { key, body: mailOf('pia', 'home.example') });
      expect([moved.status, Object.keys(moved.body.error.fields)]).toEqual([422, ['params.liaison_mail']]);
      await cast.database.executeSql("update session set created_at = created_at - interval '1 hour'");
      const asked = await cast.request('POST', '/v1/oidc/begin', { key, body: { provider_id: world.provider } });
      expect([asked.status, asked.body.code]).toEqual([403, 'confirm_by_sign_in']);
      await cast.database.executeSql("update session set created_at = created_at + interval '1 hour'");
    });
    await ok(cast.request('POST', '/v1/auth/password', { key, body: change }));
  });

  it('keeps the emergency administrator: not deleted, not without two-step verification', async () => {
    const id = await person('glass', { role_id: 1 });
    const { api_key: key } = await ok(signIn('glass'));
    const { secret } = await ok(cast.request('POST', '/v1/auth/second_factor/begin', { key, body: { password } }));
    await ok(cast.request('POST', '/v1/auth/second_factor/confirm', { key, body: { code: totpCode(secret) } }));
    await whileClosed({ closed_roles: ['SalesMan'], break_glass_id: id }, async () => {
      const removed = await cast.admin.delete(`/v1/user/${id}`);
      expect(removed.status).toBe(422);
      const off = { key, body: { code: totpCode(secret, 1) } };
      const bare = await cast.request('POST', '/v1/auth/second_factor/remove', off);
      expect([bare.status, bare.body.code]).toEqual([422, 'break_glass_factor']);
    });
    await ok(cast.admin.delete(`/v1/user/${id}`));
  });
});
