import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { everything, me, staff } from '../../contract/schema/access.ts';
import { type AssignedValues, fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, date, dateTime, integer, reference, text } from '../../contract/schema/field/field.ts';
import { now } from '../../contract/schema/now.ts';
import { StepBackoff } from '../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../server/resource/schedule/scheduledSteps.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, ok } from '../support/product.ts';

const label = { en: 'Vehicle', zh: '车辆' };
const states = [0, 1, 2].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态${id}` } }));
const state = choice(states, { label, default: 0, readOnly: true });

/** Whoever drives a vehicle may look at it; only the office changes it. */
const vehicle = defineEntity({
  name: 'vehicle',
  label,
  title: 'plate',
  fields: {
    plate: text({ label, required: true }),
    garage: text({ label }),
    odometer: integer({ label, required: true, default: 0 }),
    limit: integer({ label, required: true, default: 100000 }),
    status: state,
    driver_id: reference('user', { label, readOnly: true }),
    seen_at: dateTime({ label, readOnly: true }),
  },
  check: { 'odometer <= limit': { en: 'The vehicle is worn out', zh: '车辆已达使用上限' } },
  access: { SuperAdmin: [everything, 'list create edit remove'], SalesMan: [everything, 'list'] },
  lifecycle: {
    field: 'status',
    transitions: { scrap: { from: [0], to: 2, roles: ['SuperAdmin'], label } },
  },
  notices: {
    far: {
      changed: ['odometer'],
      to: { role: 'SuperAdmin' },
      text: { en: 'Vehicle {plate} at {odometer}', zh: '车辆 {plate} 里程 {odometer}' },
    },
  },
  list: { columns: ['plate', 'odometer'], sort: 'id' },
});

const tripOf = (vehicle_id: AssignedValues) =>
  defineEntity({
    name: 'trip',
    label,
    title: 'purpose',
    fields: {
      purpose: text({ label, required: true }),
      vehicle_id: reference('vehicle', { label }),
      start_km: integer({ label, readOnly: true }),
      end_km: integer({ label, readOnly: true }),
      garage: text({ label, readOnly: true }),
      due_at: dateTime({ label }),
      status: state,
    },
    access: { SuperAdmin: [everything, 'list create edit'], SalesMan: [everything, 'list create edit'] },
    lifecycle: {
      field: 'status',
      transitions: {
        leave: {
          from: [0],
          to: 1,
          roles: staff.filter((role) => role !== 'GeneralAdmin'),
          label,
          assign: { start_km: { from: 'vehicle_id', field: 'odometer' } },
          update: { vehicle_id: { status: 1, driver_id: me('id'), seen_at: now } },
        },
        arrive: {
          from: [1],
          to: 2,
          roles: ['SalesMan', 'SuperAdmin'],
          label,
          input: {
            end_km: integer({ label, required: true, default: { from: 'vehicle_id', field: 'odometer' } }),
            garage: text({ label, required: true, default: { from: 'vehicle_id', field: 'garage' } }),
          },
          update: { vehicle_id },
        },
        lose: {
          from: [1],
          to: 2,
          roles: [],
          label,
          schedule: { by: 'due_at' },
          update: { vehicle_id: { status: 0, driver_id: null, garage: fromRecord('purpose') } },
        },
      },
    },
    list: { columns: ['purpose', 'start_km'], sort: 'id' },
  });

const trip = tripOf({ odometer: fromRecord('end_km'), status: 0, driver_id: null });

/** A person has one valid permit at a time; a new one replaces the former one before that ends. */
const permit = defineEntity({
  name: 'permit',
  label,
  title: 'holder',
  fields: {
    holder: text({ label, required: true }),
    from_on: date({ label, required: true }),
    until_on: date({ label, required: true }),
    former_id: reference('permit', { label }),
    status: state,
  },
  access: { SuperAdmin: [everything, 'list create edit'] },
  noOverlap: { by: ['holder'], from: 'from_on', until: 'until_on', when: { status: 1 } },
  lifecycle: {
    field: 'status',
    transitions: {
      grant: { from: [0], to: 1, roles: ['SuperAdmin'], label, update: { former_id: { status: 2 } } },
    },
  },
  list: { columns: ['holder'], sort: 'id' },
});
const contract = contractWith({ vehicle, trip, permit });

describe('steps that write to other records', () => {
  it('have no mistake', () => expect(findMistakes(contract)).toEqual([]));

  it.each([
    [{ mileage: 1 }, 'is no stored field of it'],
    [{ odometer: 'far' }, 'odometer is "far"'],
    [{ odometer: fromRecord('purpose') }, 'is of the kind text'],
    [{ odometer: { from: 'purpose', field: 'odometer' } }, 'is no reference'],
    [{}, 'writes nothing'],
  ] as const)('are refused with %j', (values, sentence) => {
    const wrong = findMistakes(contractWith({ vehicle, trip: tripOf(values as AssignedValues) }));
    expect(wrong.join('\n')).toContain(sentence);
    expect(wrong).toHaveLength(1);
  });
});

forEachEngine('steps that write to other records', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const newVehicle = (more: object = {}) =>
    ok(cast.admin.post('/v1/vehicle', { plate: 'B-1', garage: 'North', odometer: 1000, ...more }));
  const vehicleNow = (id: number) => ok(cast.admin.get(`/v1/vehicle/${id}`));
  const leave = async (vehicle_id: number | null, more: object = {}) => {
    const { id } = await ok(cast.sales.post('/v1/trip', { purpose: 'Visit', vehicle_id, ...more }));
    return ok(cast.sales.post(`/v1/trip/${id}`, { status: 1 }));
  };
  const arrive = (id: number, more: object = {}): Promise<Answer> =>
    cast.sales.post(`/v1/trip/${id}`, { status: 2, ...more });

  it('copy from the record, and change it, though their role may not edit it', async () => {
    const { id, version } = await newVehicle();
    expect(await leave(id)).toMatchObject({ status: 1, start_km: 1000 });
    const away = await vehicleNow(id);
    expect(away).toMatchObject({ status: 1, odometer: 1000, plate: 'B-1', seen_at: expect.any(String) });
    expect(away.driver_id).not.toBeNull();
    expect(away.version).toBeGreaterThan(version);
    const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=vehicle'));
    expect(items.some(({ name, action }: Answer['body']) => action === 'update' && name !== 'admin')).toBe(true);
  });

  it('start an input with a value of the record that is referred to', async () => {
    const { id } = await newVehicle();
    const begun = await leave(id);
    expect(await ok(arrive(begun.id, { end_km: 1400 }))).toMatchObject({ end_km: 1400, garage: 'North' });
    expect(await vehicleNow(id)).toMatchObject({ odometer: 1400, status: 0, driver_id: null });
    const { items } = await ok(cast.admin.get('/v1/notification/list?is_paginate=false'));
    expect(items.filter(({ notice_title = '' }) => String(notice_title).endsWith('B-1 at 1,400'))).toHaveLength(1);
  });

  it('change nothing at all where a rule of the record refuses it', async () => {
    const { id } = await newVehicle({ limit: 1200 });
    const begun = await leave(id);
    const refused = await arrive(begun.id, { end_km: 1300 });
    // The trip has no such field: the sentence names the vehicle.
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      { _: [expect.stringMatching(new RegExp(`^Vehicle ${id}: .*worn out`))] },
    ]);
    expect(await vehicleNow(id)).toMatchObject({ odometer: 1000, status: 1 });
    expect(await ok(cast.sales.get(`/v1/trip/${begun.id}`))).toMatchObject({ status: 1, end_km: null });
  });

  it('take the place of another record under a rule that allows one at a time', async () => {
    const newPermit = (more: object) =>
      ok(cast.admin.post('/v1/permit', { holder: 'Ann', from_on: '2026-01-01', until_on: '2026-12-31', ...more }));
    const grant = (id: number) => cast.admin.post(`/v1/permit/${id}`, { status: 1 });
    const stateOf = async (id: number) => (await ok(cast.admin.get(`/v1/permit/${id}`))).status;
    const { id: former } = await newPermit({});
    await ok(grant(former));
    const { id: stray } = await newPermit({ from_on: '2026-06-01' });
    expect((await grant(stray)).status).toBe(422);
    const { id: next } = await newPermit({ from_on: '2026-11-01', until_on: '2027-12-31', former_id: former });
    await ok(grant(next));
    expect([await stateOf(former), await stateOf(stray), await stateOf(next)]).toEqual([2, 0, 1]);
    const { id: wrong } = await newPermit({ from_on: '2027-02-01', until_on: '2028-01-31', former_id: former });
    expect((await grant(wrong)).status).toBe(422);
    expect([await stateOf(former), await stateOf(next)]).toEqual([2, 1]);
  });

  it('leave out what the record does not refer to', async () => {
    const { id } = await leave(null);
    expect(await ok(cast.sales.get(`/v1/trip/${id}`))).toMatchObject({ status: 1, start_km: null });
    const refused = await arrive(id, { end_km: 7 });
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['garage']]);
    await ok(arrive(id, { end_km: 7, garage: 'South' }));
  });

  it('write one after the other, at once and by the clock', async () => {
    const { id } = await newVehicle();
    const begun = await Promise.all(Array.from({ length: 6 }, () => leave(id)));
    const answers = await Promise.all(begun.map((one, at) => arrive(one.id, { end_km: 2000 + at })));
    expect(answers.map(({ status }) => status)).toEqual(begun.map(() => 200));
    const after = await vehicleNow(id);
    expect(after.odometer).toBeGreaterThanOrEqual(2000);
    const lost = await leave(id, { purpose: 'Lost', due_at: '2020-01-01T00:00:00Z' });
    await takeScheduledSteps(
      (work) => cast.product.inTransaction(work),
      contract.entities,
      (error) => expect.unreachable(String(error)),
      new StepBackoff(),
    );
    expect(await ok(cast.sales.get(`/v1/trip/${lost.id}`))).toMatchObject({ status: 2 });
    expect(await vehicleNow(id)).toMatchObject({ garage: 'Lost', status: 0 });
  });
});
