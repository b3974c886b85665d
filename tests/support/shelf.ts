import { sql } from 'kysely';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, integer, reference, text } from '../../contract/schema/field/field.ts';
import type { Rules } from '../../server/core/rules.ts';

const label = (en: string) => ({ en, zh: en });
const staff = ['SuperAdmin', 'SalesMan'] as const;
const all = [...staff, 'GeneralAdmin'] as const;
const states = [
  { id: 0, label: label('Open'), tone: 'neutral' },
  { id: 1, label: label('Closed'), tone: 'good' },
  { id: 2, label: label('Given away'), tone: 'neutral' },
] as const;

/** A shelf that may be in another shelf or in itself. A metric counts the closed shelves. */
export const shelf = defineEntity({
  name: 'shelf',
  label: label('Shelf'),
  title: 'name',
  fields: {
    name: text({ label: label('Name'), required: true, max: 60 }),
    parent_id: reference('shelf', { label: label('Within'), embed: ['id', 'name', 'status'] }),
    keeper_id: reference('user', { label: label('Keeper') }),
    status: choice(states, { label: label('State'), default: 0, readOnly: true }),
    closed: integer({ label: label('Closed ones'), computed: true, readOnly: true }),
    others: integer({ label: label('Other closed ones'), computed: true, readOnly: true }),
  },
  access: {
    list: all,
    get: staff,
    create: all,
    edit: staff,
    rows: { SuperAdmin: everything, GeneralAdmin: everything, SalesMan: { keeper_id: me('id') } },
  },
  lifecycle: {
    field: 'status',
    transitions: {
      close: {
        from: [0],
        to: 1,
        roles: staff,
        label: label('Close'),
        input: { name: text({ label: label('Name'), max: 60 }) },
      },
      give: { from: [0], to: 2, roles: staff, label: label('Give away'), assign: { keeper_id: null } },
    },
  },
  list: { columns: ['name', 'status'], search: ['name'], sort: 'name' },
  form: ['name', 'parent_id', 'keeper_id'],
  screens: [{ path: '/shelf', roles: all, label: label('Shelves'), menu: { order: 72 } }],
  samples: [{ name: 'A' }],
});

export const shelfRules: Rules = {
  columns: {
    closed: sql`(select count(*)::int from shelf s where s.status = 1)`,
    others: sql`(select count(*)::int from shelf s where s.status = 1 and s.id <> t.id)`,
  },
};
