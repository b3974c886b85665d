import type { RawBuilder } from 'kysely';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type Role, roles } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { rulesOf } from '../../server/domain/index.ts';
import { compileEntity, resourceOf } from '../../server/resource/compile/resource.ts';
import { statementText } from '../../server/resource/read/explain.ts';
import { inContract } from '../support/contractWith.ts';

/** The columns of the entity's own table in a select list. */
const ownColumns = (select: RawBuilder<unknown>): string[] =>
  [...statementText(select).matchAll(/\bt\.(\w+)/g)].map(([, name = '']) => name);

const cells = contract.entities.flatMap((entity) =>
  roles.flatMap((role): [string, Role, Entity][] =>
    resourceOf(entity).views.has(role) ? [[entity.name, role, entity]] : [],
  ),
);

describe.each(cells)('the list of %s for %s', (_, role, entity) => {
  const view = resourceOf(entity).views.get(role);
  const computed = Object.values(rulesOf(entity.name).computed ?? {}).flatMap(({ from }) =>
    from.map((path) => path.split('.')[0]),
  );
  const asked = (name: string): boolean =>
    computed.includes(name) || Object.values(entity.fields).some((field) => field.as && computed.includes(field.as));

  it('selects nothing that it does not answer', () => {
    const closed = Object.entries(entity.fields)
      .filter(
        ([, { hidden, encrypted: sealed, detailOnly, read }]) =>
          hidden || sealed || detailOnly || (read && !read.includes(role)),
      )
      .map(([name]) => name)
      .filter((name) => !asked(name));
    const selected = ownColumns(view?.list.select as RawBuilder<unknown>);
    expect(selected.filter((name) => closed.includes(name))).toEqual([]);
  });

  it('answers of one record what is answered of it in the list, and more', () => {
    const paths = (outputs: readonly { path: readonly string[] }[] = []) => outputs.map(({ path }) => path.join('.'));
    expect(paths(view?.item.outputs)).toEqual(expect.arrayContaining(paths(view?.list.outputs)));
  });
});

describe('two fields that are answered at one place', () => {
  const label = { en: 'Thing', zh: '东西' };
  const declared = (fields: object) =>
    inContract(
      defineEntity({
        name: 'thing',
        path: 'thing',
        table: 'thing',
        label,
        icon: 'category',
        title: 'name',
        list: { columns: ['name'], sort: 'id' },
        access: { list: ['SuperAdmin'] },
        fields,
      } as never),
    );
  const text = { kind: 'text', label, max: 10 };

  it.each([
    ['the same', { name: text, other: { ...text, readPath: 'name' } }],
    ['one within the other', { name: text, other: { ...text, readPath: 'name.other' } }],
    ['one within the other, declared first', { other: { ...text, readPath: 'name.other' }, name: text }],
  ])('are refused before anything is served: %s', (_, fields) => {
    expect(() => compileEntity(declared(fields))).toThrow(/^contract: thing answers /);
  });
});
