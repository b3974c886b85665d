import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { plus } from '../../contract/schema/field/default.ts';
import { choice, date, dateTime, text } from '../../contract/schema/field/field.ts';
import { now, today } from '../../contract/schema/now.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Delivery', zh: '交付' };
const states = [
  { id: 0, label: { en: 'Open', zh: '未完成' } },
  { id: 1, label: { en: 'Done', zh: '已完成' } },
  { id: 2, label: { en: 'Handed over', zh: '已交接' } },
] as const;

const delivery = defineEntity({
  name: 'delivery',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    due_on: date({ label, earliest: today, latest: plus(today, { days: 30 }) }),
    sent_at: dateTime({ label, earliest: plus(now, { days: -1 }), latest: now }),
    sent_on: date({ label, readOnly: true }),
    planned_on: date({ label, default: today }),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  access: {
    list: admins,
    create: admins,
    edit: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything },
  },
  lifecycle: {
    field: 'status',
    transitions: {
      send: { from: [0], to: 1, roles: admins, label, input: { sent_at: dateTime({ label, required: true }) } },
      hand_over: { from: [1], to: 2, roles: admins, label, assign: { sent_on: today } },
    },
  },
  actions: {
    postpone: {
      endpoint: { name: 'postpone_delivery', path: '/v1/delivery/postpone/{id}', label },
      roles: admins,
      label,
      input: { due_on: date({ label, required: true }) },
    },
  },
  timeline: { dates: { planned: { at: 'planned_on', label } } },
  list: { columns: ['name', 'due_on'] },
  import: true,
});

const dayMs = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const utc = { 'X-TIME-ZONE': 'UTC' };

forEachEngine('days and times with limits by the clock', (engine) => {
  const contract = contractWith({ delivery });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const post = (path: string, body: object, headers: Record<string, string> = utc) =>
    cast.admin.post(`/v1/delivery${path}`, body, headers);
  const made = (more: object = {}) => ok(post('', { name: 'a', ...more }));
  const messages = async (answer: Promise<{ status: number; body: { error: { fields: object } } }>) => {
    const { status, body } = await answer;
    return [status, body.error.fields];
  };

  it('are checked in a new record, with the limit in the message', async () => {
    await made({ due_on: dayIn(0), sent_at: timeIn(0) });
    await made({ due_on: dayIn(30), sent_at: timeIn(-dayMs) });
    expect(await messages(post('', { name: 'b', due_on: dayIn(-1), sent_at: timeIn(3_600_000) }))).toEqual([
      422,
      {
        due_on: [`Enter ${dayIn(0)} or later`],
        sent_at: [expect.stringMatching(/^Enter \d{4}-\d\d-\d\d \d\d:\d\d UTC or earlier$/)],
      },
    ]);
    const far = post(
      '',
      { name: 'b', due_on: dayIn(31), sent_at: timeIn(-dayMs - 120_000) },
      { ...utc, 'X-LANG': 'zh' },
    );
    expect(await messages(far)).toEqual([
      422,
      {
        due_on: [`请填写 ${dayIn(30)} 或之前`],
        sent_at: [expect.stringMatching(/^请填写 .* UTC 或之后$/)],
      },
    ]);
  });

  it('go by the day in the time zone of the request', async () => {
    const west = new Date(Date.now() - 11 * 3_600_000).toISOString().slice(0, 10);
    await ok(post('', { name: 'west', due_on: west }, { 'X-TIME-ZONE': 'Pacific/Pago_Pago' }));
    const [status] = await messages(post('', { name: 'east', due_on: west }, { 'X-TIME-ZONE': 'Pacific/Kiritimati' }));
    expect(status).toBe(422);
  });

  it.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    'go by the day in %s where a step assigns one, and stand there in the timeline',
    async (zone) => {
      const headers = { 'X-TIME-ZONE': zone };
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
      const { id } = await ok(post('', { name: 'handed over' }, headers));
      await ok(post(`/${id}`, { status: 1, sent_at: timeIn(0) }, headers));
      expect(await ok(post(`/${id}`, { status: 2 }, headers))).toMatchObject({ planned_on: day, sent_on: day });
      const { items } = await ok(cast.admin.get(`/v1/timeline/delivery/${id}`, headers));
      expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['planned', 'create', 'send', 'hand_over']);
    },
  );

  it('leave an old value alone, also if a body repeats it, and are checked where it changes', async () => {
    const { id } = await made({ due_on: dayIn(0), sent_at: timeIn(0) });
    await cast.database.executeSql(
      `update delivery set due_on = '2020-01-31', sent_at = '2020-01-31T00:00:00Z' where id = ${id}`,
    );
    await ok(post(`/${id}`, { name: 'renamed' }));
    await ok(post(`/${id}`, { name: 'again', due_on: '2020-01-31', sent_at: '2020-01-31T00:00:00.000Z' }));
    expect(await messages(post(`/${id}`, { due_on: '2020-02-01' }))).toEqual([
      422,
      { due_on: [`Enter ${dayIn(0)} or later`] },
    ]);
    await ok(post(`/${id}`, { due_on: dayIn(1), sent_at: null }));
  });

  it('are checked by steps and actions that write the field', async () => {
    const { id } = await made({ due_on: dayIn(0) });
    expect(await messages(post(`/${id}`, { status: 1, sent_at: '2020-01-31T00:00:00Z' }))).toEqual([
      422,
      { sent_at: [expect.stringMatching(/ or later$/)] },
    ]);
    expect(await messages(post(`/postpone/${id}`, { due_on: '2020-01-31' }))).toEqual([
      422,
      { due_on: [`Enter ${dayIn(0)} or later`] },
    ]);
    await ok(post(`/postpone/${id}`, { due_on: dayIn(2) }));
    await ok(post(`/${id}`, { status: 1, sent_at: timeIn(0) }));
  });

  it('are checked in an import, row by row', async () => {
    const rows = [
      ['c', dayIn(1)],
      ['d', '2020-01-31'],
    ];
    const { mistakes } = await ok(post('/import', { columns: ['name', 'due_on'], rows, dry_run: true }));
    expect(mistakes).toEqual([{ row: 1, field: 'due_on', message: `Enter ${dayIn(0)} or later` }]);
  });

  it('are named by the API document', async () => {
    const { components } = await ok(cast.admin.get('/v1/openapi.json'));
    const { due_on, sent_at } = components.schemas.delivery_create.properties;
    expect(due_on.description).toContain('not before the present day in the time zone of X-TIME-ZONE');
    expect(due_on.description).toContain('不晚于');
    expect(sent_at.description).toContain('not after the present moment');
  });
});
