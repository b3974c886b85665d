import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computedInRow } from '../../contract/conditions/records.ts';
import { type ChildChange, rollupAfter } from '../../contract/relations/rollupAfter.ts';
import { rollupFields } from '../../contract/relations/rollups.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { boolean, computed, decimal, integer, reference, rollup, text } from '../../contract/schema/field/field.ts';
import { times } from '../../contract/schema/field/formula.ts';
import { contractWith } from '../support/contractWith.ts';

const label = { en: 'Text', zh: '文本' };
const common = {
  label,
  title: 'name',
  access: { SuperAdmin: [everything, 'list create edit remove'] },
  list: { columns: ['name'], sort: 'id' },
} as const;
const children = { entity: 'parcel_item', by: 'parcel_id' };

const parcel = defineEntity({
  ...common,
  name: 'parcel',
  fields: {
    name: text({ label, required: true }),
    items: rollup(children, integer({ label })),
    worth: rollup({ ...children, sum: 'worth' }, decimal({ label, scale: 2 })),
    fragile: rollup({ ...children, sum: 'count', when: { fragile: true } }, integer({ label })),
  },
});
const item = defineEntity({
  ...common,
  name: 'parcel_item',
  fields: {
    name: text({ label, required: true }),
    parcel_id: reference('parcel', { label, required: true, createOnly: true }),
    count: integer({ label }),
    price: decimal({ label, scale: 2 }),
    worth: computed(times('count', 'price'), decimal({ label, scale: 2 })),
    fragile: boolean({ label, default: false }),
  },
});

const contract = contractWith({ parcel, parcel_item: item });
const child = contract.entity('parcel_item');

const values = fc.record({
  count: fc.option(fc.integer({ min: -1000, max: 1000 })),
  price: fc.option(fc.integer({ min: -100_000, max: 100_000 }).map((cents) => (cents / 100).toFixed(2))),
  fragile: fc.boolean(),
});
type Item = typeof values extends fc.Arbitrary<infer T> ? T : never;

/** The numbers of a whole parcel, in hundredths, counted one by one. */
function countAll(items: readonly Item[]) {
  const cents = (text: unknown): number => Math.round(Number(text ?? 0) * 100);
  return {
    items: items.length,
    worth: items.reduce((sum, one) => sum + cents(computedInRow(child, 'worth', one)), 0),
    fragile: items.filter(({ fragile }) => fragile).reduce((sum, { count }) => sum + (count ?? 0), 0),
  };
}

it('counts and sums follow from the changes of some children as from all children', () => {
  const change = fc.record({
    before: fc.option(values, { nil: undefined }),
    after: fc.option(values, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(values), fc.array(change), (untouched, changes) => {
      const isThere = (one: Item | undefined): one is Item => one !== undefined;
      const before = countAll([...untouched, ...changes.map((one) => one.before).filter(isThere)]);
      const after = countAll([...untouched, ...changes.map((one) => one.after).filter(isThere)]);
      const stored = { ...before, worth: (before.worth / 100).toFixed(2) } as const;
      for (const field of rollupFields(contract.entity('parcel'))) {
        const name = field.name as keyof typeof after;
        const found = Number(rollupAfter(field, child, stored[name], changes as ChildChange[]));
        expect([name, name === 'worth' ? Math.round(found * 100) : found]).toEqual([name, after[name]]);
      }
    }),
  );
});

it('is not known if a child does not tell whether it counts', () => {
  const [, , fragile] = rollupFields(contract.entity('parcel'));
  expect(fragile?.name).toBe('fragile');
  if (fragile) expect(rollupAfter(fragile, child, 3, [{ before: undefined, after: { count: 2 } }])).toBeUndefined();
  // Nor is a sum of what the reader does not see.
  if (fragile)
    expect(rollupAfter(fragile, child, 3, [{ before: { fragile: true }, after: undefined }])).toBeUndefined();
});
