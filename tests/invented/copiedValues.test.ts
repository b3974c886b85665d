import { afterAll, beforeAll, expect, it } from 'vitest';
import { not } from '../../contract/conditions/condition.ts';
import { admins, everything } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, date, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Loan', zh: '借用' };
const states = [
  { id: 0, label: { en: 'Out', zh: '借出' } },
  { id: 1, label: { en: 'Asked', zh: '申请中' } },
] as const;

/** A borrower asks for a later day, which a step accepts: it becomes the end, and what was asked is empty again. */
const loan = defineEntity({
  name: 'loan',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    until: date({ label, required: true }),
    wanted_until: date({ label }),
    former_until: date({ label, readOnly: true }),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  rules: [{ field: 'wanted_until', after: 'until' }],
  access: { list: admins, create: admins, edit: admins, rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  lifecycle: {
    field: 'status',
    transitions: {
      ask: { from: [0], to: 1, roles: admins, label, input: { wanted_until: date({ label, required: true }) } },
      accept: {
        from: [1],
        to: 0,
        roles: admins,
        label,
        when: { wanted_until: not(null) },
        assign: { until: fromRecord('wanted_until'), wanted_until: null, former_until: fromRecord('until') },
      },
    },
  },
  list: { columns: ['name', 'until', 'status'] },
} as never);

forEachEngine('a step that copies a value of its record', (engine) => {
  const contract = contractWith({ loan });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it('takes the values from before the step, each as it was', async () => {
    const { id } = await ok(cast.admin.post('/v1/loan', { name: 'Beamer', until: '2030-01-10' }));
    await ok(cast.admin.post(`/v1/loan/${id}`, { status: 1, wanted_until: '2030-01-20' }));
    expect(await ok(cast.admin.post(`/v1/loan/${id}`, { status: 0 }))).toMatchObject({
      status: 0,
      until: '2030-01-20',
      wanted_until: null,
      former_until: '2030-01-10',
    });
  });

  it('is refused where the condition finds nothing to copy', async () => {
    const { id } = await ok(cast.admin.post('/v1/loan', { name: 'Screen', until: '2030-01-10' }));
    await ok(cast.admin.post(`/v1/loan/${id}`, { status: 1, wanted_until: '2030-01-20' }));
    await ok(cast.admin.post(`/v1/loan/${id}`, { wanted_until: null }));
    const refused = await cast.admin.post(`/v1/loan/${id}`, { status: 0 });
    expect(refused.status).toBe(422);
    expect((await ok(cast.admin.get(`/v1/loan/${id}`))).until).toBe('2030-01-10');
  });
});
