import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes, directoryScope } from '../../../contract/access/scopes.ts';
import { contract } from '../../../contract/index.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { operations } from '../../support/conformance.ts';
import { forAnyEngine } from '../../support/database.ts';
import { ok } from '../../support/product.ts';
import { type MatrixRow, matrix, type RoleName } from './allowed.ts';
import { fingerprint } from './fingerprint.ts';
import { entityOf, idOf, requestOf, type Target } from './requests.ts';
import { startWorld, type World } from './world.ts';

/**
 * The access matrix for tokens (issue 34): every call that a role may make, by a token with the documented scope alone, and
 * by one with all scopes of the role but that.
 */

const accounts: readonly [RoleName, Role][] = [
  ['SA', 'SuperAdmin'],
  ['GA', 'GeneralAdmin'],
  ['SM', 'SalesMan'],
  ['EN', 'Enterprise'],
  ['SU', 'Subordinate'],
];

/** The scopes of which a call needs one, as the API document says; none where no token may make it. */
function documentedScopes({ method, path }: MatrixRow): string[] {
  const found = operations.find((one) => one.method === method && one.path === path);
  const ways = (found?.operation.security ?? []) as Record<string, string[]>[];
  return ways.flatMap(({ token = [] }) => token);
}

/** The records of the first allowed cell of a row. */
const targetOf = (cell: string): Target => (cell === 'y' ? 'none' : (cell[0] as Target));

/** True for a call whose scope depends on the body: that of an edit may be a step, and an action may share its path. */
const dependsOnBody = (scopes: readonly string[]): boolean => scopes.length > 1;

forAnyEngine('a token', (engine) => {
  describe.each(accounts)('of %s', (name, role) => {
    let world: World;
    let account: number;
    const made = new Map<string, string>();
    /** Some calls of a token end the accounts of its own role. */
    const maker = () => world.actors[role === 'Enterprise' ? 'EN' : 'SA'];
    beforeAll(async () => {
      world = await startWorld(engine);
      const body = {
        name: 'Program',
        requests_per_minute: 6000,
        ...(role !== 'Enterprise' && { role }),
        ...(role === 'Subordinate' && { enterprise_id: world.cast.enterprise }),
      };
      account = (await ok(maker().post('/v1/service_account', body))).id;
    }, 240_000);
    afterAll(() => world?.cast.close());

    async function tokenWith(scopes: readonly string[]): Promise<string> {
      const key = scopes.join();
      const known = made.get(key);
      if (known !== undefined) return known;
      const body = { account_id: account, name: 'Token', scopes };
      const { token } = await ok(maker().post('/v1/service_token', body));
      made.set(key, token);
      return token;
    }
    const rows = matrix.filter(({ kind, cells }) => kind === 'role' && !['-', undefined].includes(cells[name]));
    // A token with the scope of a directory has no other one (tests/server/scim/rights.test.ts).
    const scopesOfRole = allScopes(contract).flatMap(({ scope, roles }) =>
      roles.includes(role) && scope !== directoryScope ? [scope] : [],
    );
    const request = (row: MatrixRow) => requestOf(world, row, name, targetOf(row.cells[name] ?? ''));
    /** The scopes that would do for the request of a row; the path of some names the entity. */
    const scopesFor = (row: MatrixRow) => {
      const [, , , entity = ''] = request(row).path.split('/');
      return documentedScopes(row).map((scope) => scope.replace('{entity}', entity));
    };
    async function send(row: MatrixRow, scopes: readonly string[]) {
      const { path, body, headers = {} } = request(row);
      const answer = await world.cast.request(row.method, path, { key: await tokenWith(scopes), body, headers });
      return { status: answer.status, code: answer.body?.code as string | undefined };
    }
    const seenText = (row: MatrixRow, { status, code }: { status: number; code: string | undefined }) =>
      `${row.method} ${row.path}: ${status} ${code}`;

    it('makes no call without a scope for it', async () => {
      const wrong: string[] = [];
      expect(rows.length).toBeGreaterThan({ SU: 20, SM: 50 }[name as string] ?? 80);
      for (const row of rows) {
        const scopes = scopesFor(row);
        const others = scopesOfRole.filter((scope) => !scopes.includes(scope));
        const seen = await send(row, scopes.length === 0 ? ['*:*'] : others);
        const isRefused = seen.code === (scopes.length === 0 ? 'not_for_tokens' : 'missing_scope');
        if (!isRefused && !(dependsOnBody(scopes) && seen.status === 422)) wrong.push(seenText(row, seen));
      }
      expect(wrong).toEqual([]);
    }, 240_000);

    it('that may read orders writes nothing', async () => {
      const wrong: string[] = [];
      const sum = async () => JSON.stringify((await world.cast.database.executeSql(fingerprint)).rows);
      await tokenWith(['order:read']);
      const before = await sum();
      const writes = matrix.filter(({ kind, method }) => kind === 'role' && method !== 'GET');
      expect(writes.length).toBeGreaterThan(80);
      for (const row of writes) {
        const seen = await send(row, ['order:read']);
        if (seen.status < 400) wrong.push(seenText(row, seen));
      }
      expect(wrong).toEqual([]);
      expect(await sum()).toBe(before);
    }, 240_000);

    if (role === 'Enterprise')
      it('sees no other enterprise, whatever its scopes are', async () => {
        const wrong: string[] = [];
        const strangers: readonly Target[] = ['t', 'f'];
        const foreign = matrix.filter((row) => row.kind === 'role' && entityOf(row));
        for (const row of foreign)
          for (const target of strangers) {
            const id = idOf(world, name, entityOf(row) ?? '', target);
            if (id === undefined || row.cells[name]?.includes(target)) continue;
            const key = await tokenWith(['*:*']);
            if (row.path.endsWith('/list')) {
              const { body } = await world.cast.request('GET', `${row.path}?is_paginate=false`, { key });
              const ids = (body.items ?? []).map((item: { id: number }) => item.id);
              if (ids.includes(id)) wrong.push(`${row.path} shows ${target}`);
              continue;
            }
            const { path, body, headers = {} } = requestOf(world, row, name, target);
            const answer = await world.cast.request(row.method, path, { key, body, headers });
            if (answer.status < 400) wrong.push(`${seenText(row, { status: answer.status, code: target })}`);
          }
        expect(foreign.length).toBeGreaterThan(60);
        expect(wrong).toEqual([]);
      }, 240_000);

    it('makes each call with its scope alone', async () => {
      const wrong: string[] = [];
      for (const row of rows) {
        const scopes = scopesFor(row).filter((scope) => scope.startsWith('*') || scopesOfRole.includes(scope));
        const answers = [];
        for (const scope of scopes) answers.push(await send(row, [scope]));
        const isIn = ({ status }: { status: number }) => ![401, 403].includes(status);
        // The request of a row takes one step, or none.
        const isRight = dependsOnBody(scopes) ? answers.some(isIn) : answers.every(isIn);
        if (!isRight) wrong.push(...answers.map((seen) => seenText(row, seen)));
      }
      expect(wrong).toEqual([]);
    }, 240_000);
  });
});
