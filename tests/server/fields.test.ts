import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { csvCell } from '../../contract/lib/csv.ts';
import { valueAt } from '../../contract/lib/dottedPath.ts';
import { referenceName } from '../../contract/relations/title.ts';
import { hasRight, type Role } from '../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead, mayWrite, readPathOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { withAuditChoices } from '../../contract/timeline/auditChoices.ts';
import { textOfValue } from '../../contract/values/textCodec.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { type SpecRole, specRoles } from '../support/specRoles.ts';
import type { RoleName } from './matrix/allowed.ts';
import { startWorld, type World } from './matrix/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(eitherEngine);
});
afterAll(() => world.cast.close());

const short: Record<SpecRole, RoleName> = {
  SuperAdmin: 'SA',
  GeneralAdmin: 'GA',
  SalesMan: 'SM',
  Enterprise: 'EN',
  Subordinate: 'SU',
};
const clientOf = (role: SpecRole) => world.actors[short[role]];

/** Fields that the role may not read, by SPEC 6 and A28 for sales data, secrets and administration. */
const unreadable = (entity: Entity, role: Role) =>
  Object.entries(entity.fields).filter(([, field]) => !field.inputOnly && !mayRead(field, role));

const cells = contract.entities.flatMap((entity) =>
  specRoles
    .filter((role) => hasRight(entity.access, 'list', role))
    .map((role) => ({ name: entity.name, role, entity })),
);

describe('what a role may not read', () => {
  it.each(cells)('is nowhere in $name for $role: list, get, sort, filter', async ({ entity, role }) => {
    const reader = clientOf(role);
    const { items } = await ok(reader.get(`/v1/${entity.path}/list?is_paginate=false`));
    const shown = [...items];
    if (!entity.without?.includes('get') && items[0])
      shown.push(await ok(reader.get(`/v1/${entity.path}/${items[0].id}`)));
    for (const [name, field] of unreadable(entity, role)) {
      for (const item of shown) {
        expect(item).not.toHaveProperty(readPathOf(name, field));
        if (field.as) expect(item).not.toHaveProperty(field.as);
        for (const flat of Object.keys(field.alsoAs ?? {})) expect(item).not.toHaveProperty(flat);
      }
      for (const query of [`sort=${name}`, `sort=-${name}`]) {
        const answer = await reader.get(`/v1/${entity.path}/list?${query}`);
        expect([answer.status, Object.keys(answer.body.error?.fields ?? {})], `${query} of ${name}`).toEqual([
          422,
          ['sort'],
        ]);
      }
      const filtered = await reader.get(`/v1/${entity.path}/list?filter_${name}=1`);
      expect([filtered.status, Object.keys(filtered.body.error?.fields ?? {})]).toEqual([422, [`filter_${name}`]]);
    }
  });

  it('is not found by searching for it', async () => {
    const all = (await ok(world.actors.EN.get('/v1/order/list'))).total;
    expect(all).toBeGreaterThan(0);
    for (const text of ['sales', 'SALES.OTHER'])
      expect((await ok(world.actors.EN.get(`/v1/order/list?search=${text}`))).total).toBe(0);
    expect((await world.actors.EN.get('/v1/order/list?sort=sales_user_id')).status).toBe(422);
  });

  it('is the licence itself in every list, and for everybody but its holders (A28)', async () => {
    for (const role of ['SA', 'GA', 'SM'] as const) {
      const one = await ok(world.actors[role].get(`/v1/assignment/${world.common.assignment?.o}`));
      expect([role, 'lic_secret' in one]).toEqual([role, false]);
    }
    for (const role of ['EN', 'SU', 'IMP'] as const) {
      const one = await ok(world.actors[role].get(`/v1/assignment/${world.common.assignment?.o}`));
      expect(one.lic_secret).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      const { items } = await ok(world.actors[role].get('/v1/assignment/list'));
      expect(JSON.stringify(items)).not.toContain('lic_secret');
    }
    const { items } = await ok(world.actors.SA.get('/v1/audit/list?search=view_secret&is_paginate=false'));
    expect(items.length).toBeGreaterThanOrEqual(3);
    expect(items.some((line: { behalf: { id: number } | null }) => line.behalf?.id === world.cast.sales.id)).toBe(true);
  });
});

/** The cells of a CSV line; no cell contains a line break. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** The text of a column, computed from the response of a list. */
function cellOf(item: object, name: string, field: Field): string {
  const target = field.kind === 'reference' ? contract.entity(field.to ?? '') : undefined;
  const title = target && referenceName(target, valueAt(item, field.as ?? name), 'en');
  const named = field.names && withAuditChoices(contract, field)?.choices;
  const label = named?.find(({ id }) => id === valueAt(item, name))?.label.en;
  if (label !== undefined) return label;
  const value = title ?? valueAt(item, target ? name : readPathOf(name, field));
  const currency = valueAt(item, field.currency ?? '') as string | undefined;
  return cellsOf(csvCell(textOfValue(field, value, { language: 'en', currency })))[0] ?? '';
}

describe('an export', () => {
  it.each(cells.filter(({ entity }) => !entity.without?.includes('export')))(
    'writes of each record what the list answers of it: $name for $role',
    async ({ entity, role }) => {
      const reader = clientOf(role);
      const { items } = await ok(reader.get(`/v1/${entity.path}/list?is_paginate=false`));
      const headers = { authorization: reader.key };
      const text = await (await world.cast.app.request(`/v1/${entity.path}/export`, { headers })).text();
      // A joined field is exported by its titles, which a list does not return.
      const beside = (name: string) => [name, fieldOf(entity, name)?.currency ?? name];
      const columns = [...new Set(['id', ...entity.list.columns].flatMap(beside))].flatMap((name) => {
        const field = fieldOf(entity, name);
        return field && mayRead(field, role) ? [{ name, field }] : [];
      });
      const answered = columns.map(({ field }) => !field.joined);
      const only = (line: readonly string[]) => line.filter((_, at) => answered[at]);
      const lines = text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => only(cellsOf(line)));
      const expected = items.map((item: object) => only(columns.map(({ name, field }) => cellOf(item, name, field))));
      expect(lines).toEqual(expected);
    },
  );
});

const writers = contract.entities.flatMap((entity) =>
  (['create', 'edit'] as const).flatMap((operation) =>
    specRoles
      .filter((role) => hasRight(entity.access, operation, role) && !entity.without?.includes(operation))
      .map((role) => ({ name: entity.name, role, entity, operation })),
  ),
);

describe('what a role may not set', () => {
  it.each(writers)('is refused by its name in $name for $role on $operation', async ({ entity, role, operation }) => {
    const writer = clientOf(role);
    const { items } = operation === 'edit' ? await ok(writer.get(`/v1/${entity.path}/list`)) : { items: [] };
    if (operation === 'edit' && items.length === 0) return;
    const path = operation === 'edit' ? `/v1/${entity.path}/${items[0].id}` : `/v1/${entity.path}`;
    const names = Object.entries(entity.fields)
      .filter(([name, field]) => !mayWrite(field, role, operation) && name !== entity.lifecycle?.field)
      .map(([name]) => name);
    for (const name of [...names, 'id', 'created_at', 'version']) {
      const answer = await writer.post(path, { [name]: 1 });
      expect([name, answer.status]).toEqual([name, 422]);
      expect(Object.keys(answer.body.error.fields)).toContain(name);
    }
  });

  it('is refused in an edit as set with the new record where that alone takes it', async () => {
    const path = `/v1/project/${world.common.project?.o}`;
    const answer = async (lang: string) =>
      (await world.actors.EN.post(path, { product_id: 1 }, { 'X-LANG': lang })).body.error.fields.product_id;
    expect(await answer('en')).toEqual([expect.stringMatching(/is created/)]);
    expect(await answer('zh')).toEqual([expect.stringMatching(/新建/)]);
  });

  it('is an unknown name, also inside an object', async () => {
    const path = `/v1/project/${world.common.project?.o}`;
    const answer = await world.actors.EN.post(path, { nonsense: 1, params: { saas_name: 'x', more: 1 } });
    expect(Object.keys(answer.body.error.fields).sort()).toEqual(['nonsense', 'params.more']);
    expect((await ok(world.actors.EN.get(path))).params.saas_name).not.toBe('x');
  });
});
