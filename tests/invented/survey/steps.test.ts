import { afterAll, beforeAll, expect, it } from 'vitest';
import { StepBackoff } from '../../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../../server/resource/schedule/scheduledSteps.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type Client, ok } from '../../support/product.ts';
import {
  createSurveys,
  document,
  refusedFields,
  type SurveyCast,
  startSurveys,
  surveyPath,
} from '../../support/survey/cast.ts';
import { surveyContract } from '../../support/survey/invented.ts';

forAnyEngine('the steps and actions of an entity that uses every kind and option', (engine) => {
  let cast: SurveyCast;

  beforeAll(async () => {
    cast = await startSurveys(engine);
    await createSurveys(cast);
  });
  afterAll(() => cast.close());

  it('goes through its steps, for whom and when they are', async () => {
    const plan = { status: 1, visit_at: '2030-07-01T08:00:00Z', cost: null, round: null, place: { checked: true } };
    expect((await cast.customer.post(cast.pathOf('first'), plan)).status).toBe(403);
    await ok(cast.sales.post(cast.pathOf('third'), { sheet: { place: { city: 'Paris' } } }));
    expect((await cast.sales.post(cast.pathOf('third'), plan)).status).toBe(422);
    expect(refusedFields(await cast.sales.post(cast.pathOf('first'), { status: 1 }))).toEqual([422, ['visit_at']]);
    const planned = await ok(cast.sales.post(cast.pathOf('first'), plan));
    expect(planned).toMatchObject({
      status: 1,
      cost: null,
      round: 1,
      visit_at: '2030-07-01T08:00:00.000Z',
      sheet: { place: { city: 'Berlin', floor: -9, checked: true } },
    });
    expect(refusedFields(await cast.operations.post(cast.pathOf('first'), { status: 2, strange: 1 }))).toEqual([
      422,
      ['strange', 'verdict'],
    ]);
    const dust = { name: 'Dust', survey_id: cast.ids['first'] };
    const { id: finding } = await ok(cast.admin.post('/v1/survey_finding', dust));
    const twice = { status: 2, verdict: 'Good', notice: 'Dust' };
    expect(refusedFields(await cast.operations.post(cast.pathOf('first'), twice))).toEqual([
      422,
      ['name', 'survey_id'],
    ]);
    expect(await ok(cast.admin.get(cast.pathOf('first')))).toMatchObject({ status: 1, version: planned.version });
    await ok(cast.admin.delete(`/v1/survey_finding/${finding}`));
    const close = { status: 2, verdict: 'Good', notice: 'at once', gate_code: 'B-17' };
    const closed = await ok(cast.operations.post(cast.pathOf('first'), close));
    expect(closed).toMatchObject({ status: 2, verdict: 'Good (at once)', gate_code: 'B-17' });
    expect(Date.now() - Date.parse(closed.closed_at)).toBeLessThan(60_000);
    const { rows } = await cast.database.executeSql("select closer_id from site_surveys where code = 'first'");
    expect(rows).toEqual([{ closer_id: cast.operations.id }]);
    expect(refusedFields(await cast.admin.post(cast.pathOf('first'), { urgent: true }))).toEqual([422, ['status']]);
    await ok(cast.customer.post(cast.pathOf('fourth'), { status: 9 }));
    expect(await cast.codes(cast.operations)).not.toContain('fourth');
  });

  it('is acted on beside its steps, by whom and while it may be', async () => {
    const postpone = (client: Client, name: string, body: object) => client.post(`${cast.pathOf(name)}/postpone`, body);
    const { visit_at } = await ok(cast.sales.get(cast.pathOf('third')));
    expect((await postpone(cast.customer, 'third', { days: 2 })).status).toBe(403);
    expect((await postpone(cast.otherSales, 'third', { days: 2 })).status).toBe(404);
    expect(refusedFields(await postpone(cast.sales, 'third', { days: 0, strange: 1 }))).toEqual([
      422,
      ['days', 'strange'],
    ]);
    expect(refusedFields(await postpone(cast.operations, 'first', { days: 2 }))).toEqual([422, ['days']]);
    const moved = await ok(postpone(cast.sales, 'third', { days: 2 }));
    expect(new Date(moved.visit_at).getTime() - new Date(visit_at).getTime()).toBe(2 * 86_400_000);
    // Input of an action that is also a field of the record is assigned without a rule.
    await ok(cast.sales.post(cast.pathOf('third'), { level: 5, parking: { spots: 4 } }));
    const recount = (body: object) => cast.sales.post(`${cast.pathOf('third')}/recount`, { round: 7, ...body });
    expect(await ok(recount({}))).toMatchObject({ round: 7, urgent: false });
    // Null clears a field as in an edit, and omitted parts of an object do not change.
    expect(await ok(recount({ level: null, parking: { ticket: 'T-1' } }))).toMatchObject({
      level: 2,
      parking: { spots: 4, ticket: 'T-1' },
    });
  });

  it('works out what a required input of a step or an action starts with, where a body says nothing', async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const begun = await ok(
      cast.sales.post(surveyPath, cast.minimalBody('asked', { round: 73, until: null, guide_id: null })),
    );
    const recount = (body: object) => cast.sales.post(`${surveyPath}/${begun.id}/recount`, body);
    const today = day(Date.now());
    // Optional input has its default only in the form.
    const alone = await ok(recount({ round: 73 }));
    expect([alone.due_on >= today, alone.due_on, alone.guide_id]).toEqual([true, day(Date.now()), null]);
    expect(await ok(recount({ round: null, due_on: '2030-08-31', again_on: null }))).toMatchObject({
      round: 1,
      due_on: '2030-08-31',
      again_on: '2031-02-28',
    });
    expect(await ok(recount({ round: 74, due_on: null, again_on: '2035-01-01' }))).toMatchObject({
      round: 74,
      due_on: day(Date.now()),
      again_on: '2035-01-01',
    });
    expect(refusedFields(await recount({ due_on: '9999-12-31' }))).toEqual([422, ['due_on']]);
    await ok(cast.sales.post(`${surveyPath}/${begun.id}`, { status: 1, visit_at: '2030-06-02T08:00:00Z' }));
    const close = (body: object) => cast.operations.post(`${surveyPath}/${begun.id}`, { status: 2, ...body });
    expect(refusedFields(await close({ paper_on: 'x' }))).toEqual([422, ['paper_on', 'verdict']]);
    const closed = await ok(close({ verdict: 'Good', paper_on: null }));
    expect(closed.paper_on).toBe(day(Date.now() + 3 * 86_400_000));
    const message = JSON.stringify(document().paths[`${surveyPath}/{id}/recount`]?.post?.requestBody);
    expect(message).toContain('left out: due_on plus 6 months');
    expect(message).not.toContain("the caller's id");
    expect(message).not.toContain('"required":[');
  });

  it('holds its fields to each other in a step and an action too, as the record is then', async () => {
    const hard = await ok(
      cast.sales.post(surveyPath, cast.minimalBody('hard', { round: 72, until: '2030-06-03T08:00:00Z' })),
    );
    await ok(cast.sales.post(`${surveyPath}/${hard.id}`, { grade_id: 3 }));
    const plan = { status: 1, visit_at: '2030-06-02T08:00:00Z' };
    expect(refusedFields(await cast.sales.post(`${surveyPath}/${hard.id}`, plan))).toEqual([422, ['reason']]);
    await ok(cast.sales.post(`${surveyPath}/${hard.id}`, { reason: 'Steep' }));
    const late = { ...plan, visit_at: '2030-06-03T08:00:00Z' };
    expect(refusedFields(await cast.sales.post(`${surveyPath}/${hard.id}`, late))).toEqual([422, ['until']]);
    await ok(cast.sales.post(`${surveyPath}/${hard.id}`, plan));
    const postponed = await cast.sales.post(`${surveyPath}/${hard.id}/postpone`, { days: 1 });
    expect(refusedFields(postponed)).toEqual([422, ['until']]);
    expect(await ok(cast.sales.get(`${surveyPath}/${hard.id}`))).toMatchObject({
      visit_at: '2030-06-02T08:00:00.000Z',
    });
    await ok(cast.sales.post(`${surveyPath}/${hard.id}`, { status: 9 }));
  });

  it('tells whom it names of what was done, each in their language, and not who did it', async () => {
    const titlesOf = async (client: Client, language: 'en' | 'zh' = 'en'): Promise<string[]> =>
      (await ok(client.get('/v1/notification/list?sort=id', { 'X-LANG': language }))).items
        .map(({ notice_title }: { notice_title: string }) => notice_title)
        .filter((title: string) => /survey|勘察/i.test(title));
    const { name } = await ok(cast.admin.get(`/v1/enterprise/${cast.enterprise}`));
    expect(await titlesOf(cast.sales)).toEqual(['Survey first is yours']);
    expect(await titlesOf(cast.sales, 'zh')).toEqual(['勘察 first 由您负责']);
    expect(await titlesOf(cast.customer)).toEqual([`Survey first at ${name} is planned`]);
    expect(await titlesOf(cast.operations)).toEqual([
      'Survey third is postponed',
      'Survey hard is graded Difficult now',
    ]);
    expect(await titlesOf(cast.otherSales)).toEqual([]);
  });

  it('is taken through a step by the clock when it is time, once, and the audit names nobody', async () => {
    const due = (code: string, due_on: string, round: number) =>
      cast.create(cast.admin, { ...cast.minimalBody(code, { due_on, round }), surveyor_id: cast.sales.id } as never);
    await due('overdue', '1999-01-01', 81);
    await due('in_time', '1999-01-03', 82);
    const clock = () =>
      takeScheduledSteps(
        (work) => cast.product.inTransaction((context) => work({ ...context, now: new Date('1999-02-01T12:00:00Z') })),
        surveyContract.entities,
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
    await Promise.all([clock(), clock()]);
    await clock();
    expect(await ok(cast.admin.get(cast.pathOf('overdue')))).toMatchObject({
      status: 9,
      verdict: 'Nobody came',
      closed_at: '1999-02-01T12:00:00.000Z',
      version: 2,
      summary: 'Nobody came to overdue',
    });
    expect(await ok(cast.admin.get(cast.pathOf('in_time')))).toMatchObject({ status: 0, verdict: null, version: 1 });
    const { items } = await ok(cast.admin.get(`/v1/history/site_survey/${cast.ids['overdue']}`));
    expect(items[0]).toMatchObject({ action: 'lapse', actor: null, after: { status: 9, verdict: 'Nobody came' } });
    expect(items).toHaveLength(2);
    const { items: notifications } = await ok(cast.sales.get('/v1/notification/list?sort=-id'));
    expect(
      notifications.filter(({ notice_title }: { notice_title: string }) => /lapsed/.test(notice_title)),
    ).toHaveLength(1);
    expect((await cast.admin.post(cast.pathOf('in_time'), { status: 9 })).status).toBe(403);
    const notes = `/v1/survey_note/list?filter_survey_id=${cast.ids['overdue']}`;
    const { version } = await ok(cast.admin.get(cast.pathOf('overdue')));
    expect((await ok(cast.admin.get(notes))).items).toMatchObject([
      { body: 'Nobody came', pinned: true, author: null, state: 9, version_then: version },
    ]);
    // The `afterwards` effect of the step is a job that runs once.
    const findings = `/v1/survey_finding/list?filter_survey_id=${cast.ids['overdue']}`;
    await expect.poll(async () => (await ok(cast.admin.get(findings))).items).toMatchObject([{ name: 'Call them' }]);
  });

  it('that refuses the step of the clock is tried again after ever longer, and at once when it was changed', async () => {
    const id = await cast.create(cast.admin, {
      ...cast.minimalBody('stuck', { due_on: '1999-01-01', round: 84 }),
      surveyor_id: cast.sales.id,
    } as never);
    await cast.database.executeSql(`
      create function refuse_lapse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger refuse_lapse before update on site_surveys for each row
        when (new.id = ${id} and new.status = 9) execute function refuse_lapse()`);
    const waits = new StepBackoff();
    const refusals: unknown[] = [];
    const triesAfter = async (minutes: number) => {
      const now = new Date(Date.UTC(1999, 0, 31, 12, minutes));
      const work: typeof cast.product.inTransaction = (given) =>
        cast.product.inTransaction((context) => given({ ...context, now }));
      await takeScheduledSteps(work, surveyContract.entities, (error) => refusals.push(error), waits);
      return refusals.length;
    };
    const seen: number[] = [];
    for (const minutes of [0, 1, 2, 3, 5, 6, 13]) seen.push(await triesAfter(minutes));
    expect(seen).toEqual([1, 1, 2, 2, 2, 3, 3]);
    await ok(cast.admin.post(cast.pathOf('stuck'), { round: 85 }));
    expect(await triesAfter(13)).toBe(4);
    await cast.database.executeSql('drop function refuse_lapse cascade');
    expect(await triesAfter(15)).toBe(4);
    expect(await ok(cast.admin.get(cast.pathOf('stuck')))).toMatchObject({ status: 9 });
  });

  it('keeps its step when what follows throws, tries that again, and keeps it as failed in the end', async () => {
    const findings = async (code: string) =>
      (await ok(cast.admin.get(`/v1/survey_finding/list?filter_survey_id=${cast.ids[code]}`))).items;
    const jobOf = async (code: string) =>
      (
        await cast.database.executeSql(
          `select attempts, error, failed_at is not null as failed from job where queue = 'effect' and data ->> 'id' = '${cast.ids[code]}'`,
        )
      ).rows[0];
    const lapses = async (code: string, round: number) => {
      await cast.create(cast.admin, cast.minimalBody(code, { due_on: '1999-01-01', round }));
      const work: typeof cast.product.inTransaction = (given) =>
        cast.product.inTransaction((context) => given({ ...context, now: new Date('1999-02-01T12:00:00Z') }));
      await takeScheduledSteps(
        work,
        surveyContract.entities,
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
      expect(await ok(cast.admin.get(cast.pathOf(code)))).toMatchObject({
        status: 9,
        summary: `Nobody came to ${code}`,
      });
    };
    await cast.database.executeSql(`
      create function refuse_call() returns trigger language plpgsql as $$ begin raise exception 'nobody answers'; end $$;
      create trigger refuse_call before insert on survey_finding for each row
        when (new.name = 'Call them') execute function refuse_call()`);
    await lapses('again', 86);
    await lapses('never', 87);
    await expect.poll(() => jobOf('again')).toMatchObject({ error: 'nobody answers', failed: false });
    // The next try is the last one.
    const shorten = `update job set attempts = 5, due_at = now()
      where data ->> 'id' = '${cast.ids['never']}' and not held and error is not null returning id`;
    await expect.poll(async () => (await cast.database.executeSql(shorten)).rows).toHaveLength(1);
    await expect.poll(() => jobOf('never'), { timeout: 20_000 }).toMatchObject({ attempts: 6, failed: true });
    expect([await findings('again'), await findings('never')]).toEqual([[], []]);
    await cast.database.executeSql('drop function refuse_call cascade');
    await expect.poll(() => findings('again'), { timeout: 20_000 }).toMatchObject([{ name: 'Call them' }]);
    await expect.poll(() => jobOf('again')).toBeUndefined();
    expect([await findings('never'), (await jobOf('never'))?.error]).toEqual([[], 'nobody answers']);
  });

  it('is told in the audit, without its secrets', async () => {
    await ok(cast.admin.delete(cast.pathOf('fifth')));
    await ok(cast.admin.get(`${surveyPath}/export`));
    const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'place.city', 'gate_code', 'round'];
    const imported = ['imported', 'remote', '2030-06-01T08:00:00Z', 'Enterprise FIRST', 'Berlin', 'B-16', '90'];
    await ok(cast.admin.post(`${surveyPath}/import`, { columns, rows: [imported] }));
    const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=site_survey'));
    const lines = items.filter((line: { entity: string }) => line.entity === 'site_survey');
    const done = lines.map(({ action }: { action: string }) => action);
    expect(new Set(done)).toEqual(
      new Set([
        'create',
        'update',
        'plan',
        'close',
        'call_off',
        'lapse',
        'postpone',
        'recount',
        'remove',
        'export',
        'import',
      ]),
    );
    const whole = await Promise.all(lines.map(({ id }: { id: number }) => ok(cast.admin.get(`/v1/audit/${id}`))));
    expect(JSON.stringify(whole)).not.toMatch(/B-1\d|open sesame/);
    const closed = whole.filter(({ action }) => action === 'close').map(({ after }) => after);
    expect(closed).toContainEqual(expect.objectContaining({ gate_code: '***', status: 2 }));
    const stored = await cast.database.executeSql('select gate_code from site_surveys');
    expect(stored.rows).toHaveLength(13);
    expect(JSON.stringify(stored.rows)).not.toMatch(/""|B-1\d/);
  });
});
