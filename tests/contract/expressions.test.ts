import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findEntityMistakes } from '../../contract/checks/index.ts';
import { checkHolds, fieldChecks } from '../../contract/conditions/fieldChecks.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { computed, date, decimal, integer } from '../../contract/schema/field/field.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { checkConstraint } from '../../server/db/schema/tableConstraints.ts';
import { contractWith } from '../support/contractWith.ts';
import { seed } from '../support/kindFields.ts';
import { brief } from '../support/scale.ts';

const label = { en: 'Word', zh: '词' };
const declared = (expressions: readonly string[]) =>
  contractWith({
    sheet: defineEntity({
      name: 'sheet',
      label,
      title: 'id',
      fields: {
        a: integer({ label }),
        b: integer({ label }),
        c: decimal({ label, scale: 3 }),
        d: date({ label }),
        e: date({ label }),
        f: computed('a / c', decimal({ label, scale: 4, min: -9999 })),
        g: computed('f * 3 - ((e else d) - d) / 7', integer({ label, min: -9999 })),
      },
      check: Object.fromEntries(expressions.map((text) => [text, label])),
      access: { SuperAdmin: [everything, 'list create edit remove'] },
      list: { columns: ['a'] },
    } as never),
  });

const { tree } = fc.letrec<{ tree: string; compared: string; number: string; day: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('a', 'b', 'c', 'f', 'g', '0', '2', '0.1', '12.05'),
    fc
      .tuple(tie('number'), fc.constantFrom(' + ', ' - ', '*', ' * ', ' / ', ' else '), tie('number'))
      .map((parts) => parts.join('')),
    tie('number').map((one) => `(${one})`),
    tie('number').map((one) => `-${one}`),
    fc.tuple(tie('day'), tie('day')).map(([one, other]) => `(${one} - (${other}))`),
  ),
  day: fc.oneof(
    { maxDepth: 1 },
    fc.constantFrom('d', 'e'),
    fc.tuple(tie('day'), fc.constantFrom('+', '-'), fc.constantFrom('1', '30', 'a')).map((parts) => parts.join(' ')),
    fc.tuple(tie('day'), tie('day')).map(([one, other]) => `(${one} else ${other})`),
  ),
  compared: fc.oneof(
    fc
      .tuple(tie('number'), fc.constantFrom('=', '!=', '<', '<=', '>', '>='), tie('number'))
      .map((parts) => parts.join(' ')),
    fc.tuple(tie('day'), fc.constantFrom('=', '!=', '<', '<=', '>', '>='), tie('day')).map((parts) => parts.join(' ')),
  ),
  tree: fc.oneof(
    { maxDepth: 2 },
    tie('compared'),
    fc.tuple(tie('tree'), fc.constantFrom(' and ', ' or '), tie('tree')).map((parts) => parts.join('')),
    tie('tree').map((one) => `(${one})`),
  ),
}));
const whole = fc.option(fc.integer({ min: -50, max: 50 }));
const day = fc.option(fc.constantFrom('2024-02-28', '2024-02-29', '2024-03-01', '2026-12-31'));
const values = fc.record({
  a: whole,
  b: whole,
  c: fc.option(fc.integer({ min: -2000, max: 2000 }).map((thousandths) => (thousandths / 1000).toFixed(3))),
  d: day,
  e: day,
});

const literal = (value: unknown) => (value === null ? 'null' : `'${value}'`);

it('an expression decides the same in the form, on the server and in the database', async () => {
  const readable = tree.filter((text) => /[a-g]/.test(text.replaceAll(/and|or|else/g, '')));
  const texts = [...new Set(fc.sample(readable, { seed, numRuns: brief(60, 300) }))];
  const rows = fc.sample(values, { seed, numRuns: 20 });
  const entity = declared(texts).entity('sheet');
  expect(findEntityMistakes(entity)).toEqual([]);
  const database = await openDatabase({});
  try {
    for (const [at, check] of fieldChecks(entity).entries()) {
      const { definition } = checkConstraint(entity, check);
      const given = rows.map(({ a, b, c, d, e }, row) => `(${[row, ...[a, b, c, d, e].map(literal)].join(', ')})`);
      const found = await database.executeSql(`select coalesce(${definition.slice('check '.length)}, true) as holds from
        (select row, a::integer, b::integer, c::numeric(15,3), d::date, e::date
          from (values ${given.join(', ')}) as given(row, a, b, c, d, e)) as typed order by row`);
      const here = rows.map((row) => checkHolds(entity, check, (name) => row[name as keyof typeof row]));
      expect([texts[at], here]).toEqual([texts[at], found.rows.map(({ holds }) => holds)]);
    }
  } finally {
    await database.close();
  }
}, 120_000);
