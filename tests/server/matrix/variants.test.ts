import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { neededOperation } from '../../../contract/access/scopes.ts';
import { endpointNamed } from '../../../contract/endpoints/index.ts';
import { contract } from '../../../contract/index.ts';
import { mayCall } from '../../../contract/narrowing/mayCall.ts';
import { narrowContract } from '../../../contract/narrowing/narrowContract.ts';
import { rightNames } from '../../../contract/narrowing/roleRights.ts';
import {
  hiddenFields,
  isFieldWithheld,
  isRefused,
  isWithheld,
  ownEntities,
  type RightsNarrowing,
} from '../../../contract/narrowing/withheld.ts';
import { type Role, roleIds } from '../../../contract/schema/access.ts';
import { type Entity, readPathOf } from '../../../contract/schema/entity.ts';
import { allActionEndpoints, allRecordEndpoints, endpointNames } from '../../../server/http/paths.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type MatrixRow, matrix, type RoleName } from './allowed.ts';
import { fingerprint } from './fingerprint.ts';
import { requestOf, type Target } from './requests.ts';
import { startWorld, type World } from './world.ts';

/**
 * Variants of roles (issue 37, section 2): for random ones of each role, every request of the access matrix is answered
 * as for the whole role without what is hidden, or refused because of something that was withheld, and never more.
 */

/** The actors with a role whose rights can be narrowed; while acting, the variant is the salesman's. */
const narrowed: readonly (readonly [RoleName, Role, Role])[] = [
  ['GA', 'GeneralAdmin', 'GeneralAdmin'],
  ['SM', 'SalesMan', 'SalesMan'],
  ['EN', 'Enterprise', 'Enterprise'],
  ['SU', 'Subordinate', 'Subordinate'],
  ['IMP', 'Enterprise', 'SalesMan'],
];

const targetOf = (cell: string): Target => (cell === 'y' ? 'none' : (cell[0] as Target));

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values that differ with every request, or that count what is there. */
const own = [
  'seen_at',
  'updated_at',
  'version',
  'in_use',
  'total',
  'per_page',
  'current',
  'rights',
  'withheld',
  'language',
];

/** Where an answer has something that the answer to the whole role has not; undefined if nowhere. */
function more(part: Json | undefined, whole: Json | undefined, at = ''): string | undefined {
  // The columns of an export, in its first line.
  if (typeof part === 'string' && typeof whole === 'string' && part.includes('\n')) {
    const columns = whole.split('\n')[0]?.trim().split(',') ?? [];
    return part
      .split('\n')[0]
      ?.trim()
      .split(',')
      .find((column) => !columns.includes(column));
  }
  if (Array.isArray(part)) {
    if (!Array.isArray(whole)) return at;
    const left = [...whole];
    for (const [index, one] of part.entries()) {
      const found = left.findIndex((other) => more(one, other as Json) === undefined);
      if (found < 0) return `${at}[${index}] ${JSON.stringify(one).slice(0, 200)}`;
      left.splice(found, 1);
    }
    return undefined;
  }
  if (isObject(part)) {
    if (!isObject(whole)) return at;
    for (const [name, value] of Object.entries(part)) {
      if (own.includes(name)) continue;
      const found = name in whole ? more(value, whole[name], `${at}.${name}`) : `${at}.${name}`;
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return part === whole || part === null || part === undefined ? undefined : at;
}

/** True if a request of the row is refused because of what is withheld; undefined where its body decides. */
function isRefusedBy(row: MatrixRow, role: Role, narrowing: RightsNarrowing): boolean | undefined {
  const record = allRecordEndpoints(contract).find(({ method, path }) => method === row.method && path === row.path);
  if (record) {
    const { entity, operation } = record;
    const needed = neededOperation[operation] ?? 'edit';
    const isAsked = isRefused(narrowing, entity, operation) || isRefused(narrowing, entity, 'read');
    if (operation === 'edit') return isRefused(narrowing, entity, 'read') || undefined;
    const isFileHidden = record.field !== undefined && isFieldWithheld(narrowing, entity, record.field, 'read');
    return isAsked || isFileHidden || isRefused(narrowing, entity, needed) || undefined;
  }
  const action = allActionEndpoints(contract).find(({ method, path }) => method === row.method && path === row.path);
  if (action) {
    const { entity, actions } = action;
    const mine = actions.filter(({ roles }) => roles.includes(role));
    return mine.every(({ name }) => isRefused(narrowing, entity, name)) || isRefused(narrowing, entity, 'read')
      ? true
      : undefined;
  }
  const name = endpointNames.find((one) => {
    const { method, path } = endpointNamed(one);
    return method === row.method && path === row.path;
  });
  if (name === undefined) return undefined;
  return !mayCall(narrowContract(contract, narrowing), name, role) || undefined;
}

/** The records of an answer: its items, or itself. */
const recordsIn = (body: Json): readonly Json[] =>
  isObject(body) && Array.isArray(body['items']) ? body['items'] : [body];

/** A result of a search about an entity that is not read; undefined if there is none. */
function ofUnread(narrowing: RightsNarrowing, body: Json): string | undefined {
  const found = recordsIn(body).find(
    (one) => isObject(one) && isWithheld(narrowing, contract.entity(String(one['entity'])), 'read'),
  );
  return found === undefined ? undefined : JSON.stringify(found);
}

/** The fields that are not seen, and yet are in the records of an answer. */
function shownOf(entity: Entity, narrowing: RightsNarrowing, body: Json): string[] {
  if (ownEntities.includes(entity.name)) return [];
  return hiddenFields(narrowing, entity).filter((name) => {
    const field = entity.fields[name];
    const key = field && readPathOf(name, field);
    return recordsIn(body).some(
      (one) => isObject(one) && [key, field?.as].some((word) => word !== undefined && Object.hasOwn(one, word)),
    );
  });
}

forAnyEngine('a variant of a role', (engine) => {
  let world: World;
  let variant: number;
  const sql = async (text: string) => (await world.cast.database.executeSql(text)).rows;
  beforeAll(async () => {
    world = await startWorld(engine);
    const rows = await sql(`insert into role_variant (name, role_id) values ('Random', 3) returning id`);
    variant = Number(rows[0]?.['id']);
  }, 240_000);
  afterAll(() => world?.cast.close());

  const sum = async () => JSON.stringify(await sql(fingerprint));
  /** Gives a user a variant, or the whole role. */
  const narrow = async (user: number, role: Role, withheld: readonly string[] | undefined) => {
    if (withheld)
      await sql(
        `update role_variant set role_id = ${roleIds[role]}, withheld = '${JSON.stringify(withheld)}' where id = ${variant}`,
      );
    await sql(`update users set variant_id = ${withheld ? variant : 'null'} where id = ${user}`);
  };
  async function send(row: MatrixRow, name: RoleName): Promise<{ status: number; body: Json }> {
    const { path, body, headers = {} } = requestOf(world, row, name, targetOf(row.cells[name] ?? ''));
    const answer = await world.cast.app.request(path, {
      method: row.method,
      headers: { authorization: world.actors[name].key, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  }
  const personOf = (name: RoleName) => (name === 'IMP' ? world.actors.SM.id : world.actors[name].id);
  /** What ends sessions is left to other tests. */
  const isLeft = ({ path }: MatrixRow) => path.startsWith('/v1/auth/') || path.startsWith('/v1/oidc/');
  const rowsOf = (name: RoleName) =>
    matrix.filter((row) => row.kind === 'role' && !['-', undefined].includes(row.cells[name]) && !isLeft(row));

  it.each(narrowed)(
    'gives %s what the role has, less what is withheld, and nothing more',
    async (name, role, ofVariant) => {
      const wrong: string[] = [];
      const names = rightNames(contract, ofVariant);
      const user = personOf(name);
      const reads = rowsOf(name).filter(({ method, path }) => method === 'GET' && path !== '/v1/events');
      await narrow(user, ofVariant, undefined);
      const whole = new Map<MatrixRow, { status: number; body: Json }>();
      for (const row of reads) whole.set(row, await send(row, name));
      const shares = [0.02, 0.15, 0.5, 1];
      const drawn = fc.sample(
        fc.array(fc.integer({ min: 0, max: 999 }), { minLength: names.length, maxLength: names.length }),
        { numRuns: shares.length, seed: Number(process.env['VARIANT_SEED'] ?? 37) },
      );
      let [refused, answered] = [0, 0];
      for (const [index, share] of shares.entries()) {
        const withheld = names.filter((_, at) => (drawn[index]?.[at] ?? 0) < share * 1000);
        const narrowing = { role, withheld: new Set(withheld) };
        await narrow(user, ofVariant, withheld);
        for (const row of reads) {
          const [before, now] = [whole.get(row), await send(row, name)];
          const call = `${row.method} ${row.path} without ${withheld.slice(0, 8).join(' ')}`;
          const isOut = isRefusedBy(row, role, narrowing);
          if (now.status >= 500) wrong.push(`${call}: ${now.status} ${JSON.stringify(now.body).slice(0, 200)}`);
          if (isOut && now.status < 400) wrong.push(`${call}: answered ${now.status}`);
          if (now.status === 403 && isOut !== true && !row.path.includes('{entity}'))
            wrong.push(`${call}: refused without a reason`);
          if (now.status >= 400) {
            refused += 1;
            continue;
          }
          answered += 1;
          if (before?.status !== now.status) wrong.push(`${call}: ${before?.status} became ${now.status}`);
          const entity = allRecordEndpoints(contract).find(
            ({ method, path }) => method === row.method && path === row.path,
          )?.entity;
          const shown = entity ? shownOf(entity, narrowing, now.body) : [];
          if (shown.length > 0) wrong.push(`${call}: shows ${shown.join(', ')}`);
          // A search answers the first of each kind: without some kinds, it has more of the others.
          // A job may have finished meanwhile: then the whole role is asked again.
          const moreNow = async () => {
            await narrow(user, ofVariant, undefined);
            const again = await send(row, name);
            await narrow(user, ofVariant, withheld);
            return more(now.body, again.body);
          };
          const added =
            row.path === '/v1/search'
              ? ofUnread(narrowing, now.body)
              : more(now.body, before?.body) !== undefined && (await moreNow());
          if (added) wrong.push(`${call}: has more at ${added}`);
        }
        const writes = rowsOf(name).filter((row) => row.method !== 'GET' && isRefusedBy(row, role, narrowing));
        const stored = await sum();
        for (const row of writes) {
          const now = await send(row, name);
          refused += 1;
          if (now.status !== 403)
            wrong.push(`${row.method} ${row.path}: ${now.status} ${JSON.stringify(now.body).slice(0, 150)}`);
        }
        if ((await sum()) !== stored)
          wrong.push(`what is refused without ${withheld.slice(0, 8).join(' ')} was stored`);
      }
      await narrow(user, ofVariant, undefined);
      console.log(`variants of ${name} on ${engine}: ${answered} answered, ${refused} refused`);
      expect(wrong).toEqual([]);
      expect(Math.min(refused, answered)).toBeGreaterThan(20);
    },
    120_000,
  );

  it('answers every write that is left without a fault', async () => {
    const wrong: string[] = [];
    for (const [name, , ofVariant] of narrowed) {
      const user = personOf(name);
      const withheld = rightNames(contract, ofVariant).filter((one) => /[.].*:read$/.test(one));
      await narrow(user, ofVariant, withheld);
      for (const row of rowsOf(name).filter(({ method }) => method === 'POST')) {
        const now = await send(row, name);
        if (now.status >= 500) wrong.push(`${name} ${row.method} ${row.path}: ${now.status}`);
      }
      await narrow(user, ofVariant, undefined);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});
