import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../contract/index.ts';
import { messages } from '../../../contract/messages/catalogue.ts';
import { operations } from '../../support/conformance.ts';
import { forEachEngine } from '../../support/database.ts';
import type { Answer } from '../../support/product.ts';
import { isOfNewResource, isOfOwnPasskey, type MatrixRow, matrix, type RoleName, roleNames } from './allowed.ts';
import { fingerprint } from './fingerprint.ts';
import { entityOf, idOf, requestOf, type Target } from './requests.ts';
import { relations, startWorld, type World } from './world.ts';

const isList = (row: MatrixRow) => row.path.endsWith('/list');

/** The target records of a row's cells: for a list, all records that may be in it; for a record, also a missing one. */
function targetsOf(world: World, row: MatrixRow, role: RoleName): Target[] {
  const entity = entityOf(row);
  if (!entity || Object.values(row.cells).includes('y')) return ['none'];
  const there = relations.filter((relation) => idOf(world, role, entity, relation) !== undefined);
  return isList(row) ? there : [...there, 'missing'];
}

const scopeTexts: string[] = [messages.not_found_reference.en];
const outOfScope = (answer: Answer): boolean =>
  answer.status === 404 ||
  (answer.status === 422 &&
    Object.values((answer.body.error?.fields ?? {}) as Record<string, string[]>).some((texts) =>
      scopeTexts.includes(texts[0] ?? ''),
    ));

forEachEngine('the access matrix', (engine) => {
  let world: World;
  let allowed = 0;
  let denied = 0;
  beforeAll(async () => {
    world = await startWorld(engine);
  });
  afterAll(async () => {
    console.log(`access matrix on ${engine}: ${allowed} cells let in, ${denied} denied, all as expected`);
    await world?.cast.close();
  });

  const count = (isIn: boolean) => {
    if (isIn) allowed += 1;
    else denied += 1;
  };
  const send = async (row: MatrixRow, role: RoleName, target: Target, key: string | undefined) => {
    const { path, body, headers } = requestOf(world, row, role, target);
    return world.cast.request(row.method, path, { key, body, headers: headers ?? {} });
  };
  const sum = async () => JSON.stringify((await world.cast.database.executeSql(fingerprint)).rows[0]?.['world']);
  const audits = async () =>
    Number((await world.cast.database.executeSql('select count(*) as n from audit')).rows[0]?.['n']);
  const denials = async () =>
    Number(
      (await world.cast.database.executeSql(`select count(*) as n from audit where action = 'denied'`)).rows[0]?.['n'],
    );

  it('has a row for every route, and no other', () => {
    const routes = operations.map(({ method, path }) => `${method} ${path}`);
    expect(matrix.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort());
  });

  it('lets nobody in without a key, or with an ended one', async () => {
    const before = await sum();
    const ended = await world.cast.login('colleague');
    await ended.post('/v1/auth/logout');
    const after = await sum();
    expect(after).not.toBe(before);
    for (const row of matrix.filter(({ kind }) => kind !== 'open')) {
      for (const key of [undefined, ended.key, 'no key at all']) {
        const answer = await send(row, 'EN', 'o', key);
        expect([answer.status, `${row.method} ${row.path}`]).toEqual([401, `${row.method} ${row.path}`]);
        denied += 1;
      }
    }
    expect(await sum()).toBe(after);
    for (const row of matrix.filter(({ kind, path }) => kind === 'open' && path !== '/v1/subscription')) {
      const answer = await send(row, 'EN', 'none', undefined);
      // A sign-in with a provider that fails is answered 401, a wrong logout token 400 (issue 35).
      const fitting = row.path.startsWith('/v1/oidc/') ? [400, 401] : [200, 302, 404, 422];
      expect(fitting, `${row.method} ${row.path}`).toContain(answer.status);
      allowed += 1;
    }
  });

  it('lets who has to choose a password do that, be looked at and sign out, and nothing else (D7)', async () => {
    const [name, secret] = ['given.password', 'Given-2026'];
    const user = { name, nick_name: name, role_id: 1, password: secret };
    await world.actors.SA.post('/v1/user', user);
    const { body } = await world.cast.request('POST', '/v1/auth/login', { body: { name, password: secret } });
    const before = await sum();
    const wrong: string[] = [];
    const free = ['/v1/auth/password', '/v1/auth/logout'];
    for (const row of matrix.filter(({ kind, path }) => kind === 'role' && !free.includes(path))) {
      const [target = 'none'] = targetsOf(world, row, 'SA');
      const answer = await send(row, 'SA', target, body.api_key);
      if (answer.status !== 403 || answer.body.code !== 'password_due')
        wrong.push(`${row.method} ${row.path}: ${answer.status} ${answer.body.code}`);
      denied += 1;
    }
    expect(wrong).toEqual([]);
    expect(await sum()).toBe(before);
    const own = await world.cast.request('GET', `/v1/user/${body.user.id}`, { key: body.api_key });
    const out = await world.cast.request('POST', '/v1/auth/logout', { key: body.api_key });
    expect([body.must_change_password, own.status, out.status]).toEqual([true, 200, 200]);
  });

  it('lets only the holder of a licence tell its use', async () => {
    for (const role of roleNames) {
      const row = matrix.find(({ kind }) => kind === 'licence') as MatrixRow;
      expect((await send(row, role, 'none', world.actors[role].key)).status).toBe(401);
      denied += 1;
    }
  });

  it('denies each cell that is not listed, and nothing but one line of the audit is left', async () => {
    const wrong: string[] = [];
    let [world0, lines0] = [await sum(), await denials()];
    for (const row of matrix.filter(({ kind, path }) => kind === 'role' && !isList({ path } as MatrixRow))) {
      const call = `${row.method} ${row.path}`;
      let asked = 0;
      for (const role of roleNames) {
        const cell = row.cells[role];
        for (const target of targetsOf(world, row, role)) {
          if (cell === 'y' || (target.length === 1 && cell.includes(target))) continue;
          const answer = await send(row, role, target, world.actors[role].key);
          const good = cell === '-' || row.path.startsWith('/v1/auth/') ? answer.status === 403 : outOfScope(answer);
          if (!good) wrong.push(`${call} ${role} ${target}: ${answer.status} ${answer.body.code}`);
          asked += 1;
        }
      }
      // The database is compared once for all denied cells of a route.
      const [world1, lines1] = [await sum(), await denials()];
      if (world1 !== world0) wrong.push(`${call} CHANGED what is stored`);
      if (lines1 - lines0 !== asked) wrong.push(`${call}: ${asked} denied, audit +${lines1 - lines0}`);
      denied += asked;
      [world0, lines0] = [world1, lines1];
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  it('denies lists to roles that never have them, and shows each role its own rows and no others', async () => {
    const wrong: string[] = [];
    for (const row of matrix.filter(({ kind, path }) => kind === 'role' && isList({ path } as MatrixRow))) {
      for (const role of roleNames) {
        const answer = await world.cast.request('GET', `${row.path}?is_paginate=false`, {
          key: world.actors[role].key,
        });
        const cell = row.cells[role];
        if (cell === '-' || cell === 'y') {
          if (answer.status !== (cell === '-' ? 403 : 200)) wrong.push(`${row.path} ${role}: ${answer.status}`);
          count(cell === 'y');
          continue;
        }
        const ids: number[] = answer.status === 200 ? answer.body.items.map((item: { id: number }) => item.id) : [];
        for (const target of targetsOf(world, row, role)) {
          const shown = ids.includes(idOf(world, role, entityOf(row) ?? '', target) ?? 0);
          count(cell.includes(target));
          if (shown !== cell.includes(target))
            wrong.push(`${row.path} ${role} ${target}: ${shown ? 'shown' : 'hidden'} (${answer.status})`);
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('lets each listed cell in', async () => {
    const wrong: string[] = [];
    const last = ['/v1/auth/logout', '/v1/auth/login/user/{id}'];
    const rows = matrix.filter(({ kind, path }) => kind === 'role' && !isList({ path } as MatrixRow));
    rows.sort((a, b) => Number(last.includes(a.path)) - Number(last.includes(b.path)));
    for (const row of rows.filter(({ path }) => path !== '/v1/auth/logout')) {
      for (const role of roleNames) {
        for (const target of targetsOf(world, row, role)) {
          const cell = row.cells[role];
          if (cell === '-' || (cell !== 'y' && !(target.length === 1 && cell.includes(target)))) continue;
          const answer = await send(row, role, target, world.actors[role].key);
          allowed += 1;
          const isLost =
            answer.status === 404 && target === 'none' && (isOfNewResource(row.path) || isOfOwnPasskey(row.path));
          if (!isLost && (![200, 422].includes(answer.status) || outOfScope(answer)))
            wrong.push(
              `${row.method} ${row.path} ${role} ${target}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 150)}`,
            );
          await restore(row, role, target, answer);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await audits()).toBeGreaterThan(0);
  }, 120_000);

  const reopenSessions = () =>
    world.cast.database.executeSql(
      `update session set ended_at = null where deleted_at is null and expires_at > now()`,
    );

  /** Restores a deleted record, a deactivated user, or the sessions that were ended, for the following cells. */
  const restore = async (row: MatrixRow, role: RoleName, target: Target, answer: Answer) => {
    if (row.path === '/v1/user/deactivate/{id}') await world.cast.database.executeSql('update users set active = true');
    if (['/v1/auth/logout/others', '/v1/user/deactivate/{id}'].includes(row.path)) await reopenSessions();
    if (row.method !== 'DELETE' || answer.status !== 200) return;
    const entity = entityOf(row) ?? '';
    const { table } = contract.entity(entity);
    const id = idOf(world, role, entity, target);
    await world.cast.database.executeSql(
      `update ${table} set deleted_at = null ${table === 'session' ? ', ended_at = null' : ''} where id = ${id}`,
    );
    if (table === 'users') await world.cast.database.executeSql('update user_oauth set deleted_at = null');
    if (table === 'users') await reopenSessions();
  };
});
