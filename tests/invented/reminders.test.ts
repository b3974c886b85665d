import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MailMessage } from '../../server/gateways/mail.ts';
import { sendReminders } from '../../server/resource/notify/reminders.ts';
import { StepBackoff } from '../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../server/resource/schedule/scheduledSteps.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { recordStatements, withStatements } from '../support/statements.ts';
import { withSurveys } from '../support/survey/cast.ts';
import { surveyContract } from '../support/survey/invented.ts';

const path = '/v1/survey/site';

/** A survey has a reminder three days before it is due and one on that day; see examples/service-desk/surveys. */
forEachEngine('a notice by the clock', (engine) => {
  let cast: Cast;
  let round = 0;
  beforeAll(async () => {
    cast = await startCast(engine, withSurveys);
    recordStatements();
  }, 120_000);
  afterAll(async () => {
    vi.restoreAllMocks();
    await cast.close();
  });

  const make = async (code: string, due_on: string | null, more: object = {}): Promise<number> => {
    round += 1;
    const body = {
      code,
      due_on,
      round,
      method: 'remote',
      visit_at: '2030-06-01T08:00:00Z',
      enterprise_id: cast.enterprise,
      sheet: { place: { city: 'Berlin' } },
      gate_code: 'B-15',
      surveyor_id: cast.sales.id,
      ...more,
    };
    return (await ok(cast.admin.post(path, body))).id;
  };
  const clock = (at: string) =>
    cast.product.inTransaction((context) =>
      sendReminders({ ...context, now: new Date(`${at.padEnd(23, '0')}Z`) }, surveyContract.entity('site_survey')),
    );
  const day = (date: string) => clock(`${date}T00:00:00.`);
  const titles = async (client: Client, of: string, language = 'en'): Promise<string[]> =>
    (await ok(client.get('/v1/notification/list?is_paginate=false&sort=id', { 'X-LANG': language }))).items
      .map(({ notice_title }: { notice_title: string }) => notice_title)
      .filter((title: string) => title.includes(` ${of} `) && !/is yours|由您负责/.test(title));

  it('is told once for a record and a moment, whoever asks and how often, and each reader reads it in their language', async () => {
    await make('soon', '2039-03-10');
    await make('pressing', '2039-03-10', { urgent: true });
    await make('later', '2039-03-11');
    await make('never', null);
    await clock('2039-03-06T23:59:59.999');
    expect(await titles(cast.sales, 'soon')).toEqual([]);
    await Promise.all([day('2039-03-07'), day('2039-03-07'), day('2039-03-07')]);
    await clock('2039-03-07T23:59:00.');
    expect(await titles(cast.sales, 'soon')).toEqual(['Survey soon is due in 3 days']);
    expect(await titles(cast.sales, 'pressing', 'zh')).toEqual(['勘察 pressing 将在 3 天后到期']);
    expect(await titles(cast.customer, 'pressing', 'zh')).toEqual(['勘察 pressing 将在 3 天后到期']);
    expect(await titles(cast.customer, 'soon')).toEqual([]);
    expect([await titles(cast.sales, 'later'), await titles(cast.sales, 'never')]).toEqual([[], []]);
    await day('2039-03-10');
    await day('2039-03-11');
    expect(await titles(cast.sales, 'soon')).toEqual(['Survey soon is due in 3 days', 'Survey soon is due in 0 days']);
    expect(await titles(cast.sales, 'later')).toHaveLength(2);
    const { rows } = await cast.database.executeSql(
      `select action from audit where entity = 'site_survey' and action not in ('create', 'update')`,
    );
    expect(rows).toEqual([]);
  });

  it('is told anew of a date that moved, and not again of one that moved back', async () => {
    const id = await make('moved', '2039-04-10');
    await day('2039-04-07');
    await ok(cast.admin.post(`${path}/${id}`, { due_on: '2039-04-20' }));
    await day('2039-04-10');
    expect(await titles(cast.sales, 'moved')).toHaveLength(1);
    await day('2039-04-17');
    expect(await titles(cast.sales, 'moved')).toHaveLength(2);
    await ok(cast.admin.post(`${path}/${id}`, { due_on: '2039-04-10' }));
    await day('2039-04-08');
    expect(await titles(cast.sales, 'moved')).toHaveLength(2);
  });

  it('is not told of a record that ended or was deleted meanwhile', async () => {
    const ended = await make('ended', '2039-05-10');
    const deleted = await make('deleted', '2039-05-10');
    await ok(cast.sales.post(`${path}/${ended}`, { status: 9 }));
    await ok(cast.admin.delete(`${path}/${deleted}`));
    await day('2039-05-08');
    await day('2039-05-10');
    expect([await titles(cast.sales, 'ended'), await titles(cast.sales, 'deleted')]).toEqual([[], []]);
  });

  it('is told of the latest moment alone after the clock stood still, and of none that is a month old', async () => {
    await make('missed', '2039-06-10');
    await make('old', '2039-05-11');
    await day('2039-06-12');
    expect(await titles(cast.sales, 'missed')).toEqual(['Survey missed is due in 0 days']);
    expect(await titles(cast.sales, 'old')).toEqual([]);
  });

  it('goes by mail to whom it says, in the language of each', async () => {
    await cast.database.executeSql(`update users set language = 'zh-CN',
      params = '{"liaison_mail": "sales@survey.example"}' where id = ${cast.sales.id}`);
    const id = await make('mailed', '2039-07-10', { urgent: true });
    await Promise.all([day('2039-07-08'), day('2039-07-08')]);
    const sent = () => cast.mails.filter(({ to }) => to === 'sales@survey.example');
    await expect.poll(sent).toHaveLength(1);
    const [mail] = sent() as [MailMessage];
    expect(mail.subject).toBe('勘察 mailed 将在 2 天后到期');
    expect(mail.text).toContain('客户：Enterprise FIRST');
    expect(mail.text).toContain(`/survey/${id}`);
    const { rows } = await cast.database.executeSql(`select user_id from mail where notice = 'survey_due'`);
    expect(rows).toEqual([{ user_id: cast.sales.id }]);
  });

  it('takes as many statements for twenty records as for two, and forgets what is over', async () => {
    const notified = async (count: number, due_on: string, at: string) => {
      for (let index = 0; index < count; index += 1) await make(`many_${round}`, due_on, { urgent: index % 2 === 0 });
      return (await withStatements(() => day(at))).statements.length;
    };
    await notified(1, '2039-08-09', '2039-08-06');
    const two = await notified(2, '2039-08-10', '2039-08-07');
    expect(await notified(20, '2039-08-11', '2039-08-08')).toBe(two);
    expect((await withStatements(() => day('2039-08-08'))).statements.length).toBeLessThan(10);
    await cast.database.executeSql(`update site_surveys set due_on = '2039-09-10' where code like 'many%';
      insert into sent_reminder select 'survey_due', '2039-01-01', -g, 0, now() from generate_series(1, 10) g`);
    await day('2039-09-08');
    const over = 'select 1 from sent_reminder where record_id < 0';
    expect((await cast.database.executeSql(over)).rows).toEqual([]);
    expect(await day('2039-09-08')).toBe(false);
  });

  it('is told in hours, too', async () => {
    await make('visit', null, { visit_at: '2029-01-01T12:30:00+02:00' });
    await clock('2029-01-01T06:29:59.999');
    expect(await titles(cast.operations, 'visit')).toEqual([]);
    await clock('2029-01-01T06:30:00.');
    await clock('2029-01-01T07:30:00.');
    expect(await titles(cast.operations, 'visit')).toEqual(['Survey visit begins in 4 hours']);
    await make('begun', null, { visit_at: '2029-01-01T10:29:00Z' });
    await clock('2029-01-01T10:30:00.');
    expect(await titles(cast.operations, 'begun')).toEqual([]);
  });

  it('is told of what ends only after a fifth of its time, and not under a condition in code', async () => {
    const from = { visit_at: '2030-01-01T08:00:00Z', until: '2030-02-20T08:00:00Z' };
    const id = await make('ending', null, from);
    const found = await make('found', null, from);
    await ok(cast.admin.post('/v1/survey_finding', { name: 'A leak', survey_id: found }));
    await clock('2030-01-11T07:59:59.');
    expect(await titles(cast.sales, 'ending')).toEqual([]);
    await clock('2030-01-11T08:00:00.');
    expect(await titles(cast.sales, 'ending')).toEqual([
      'Survey ending is good until 2030-02-20 08:00 UTC, for 40 days',
    ]);
    expect(await titles(cast.sales, 'found')).toEqual([]);
    await ok(cast.admin.delete(`${path}/${id}`));
  });

  it('is told only on the days that code chooses for a record', async () => {
    const from = { visit_at: '2031-01-01T08:00:00Z', until: '2031-12-31T08:00:00Z' };
    await make('calm', null, from);
    await make('hurried', null, { ...from, urgent: true });
    await clock('2031-10-10T08:00:00.');
    expect(await titles(cast.sales, 'calm')).toHaveLength(1);
    expect(await titles(cast.sales, 'hurried')).toEqual([]);
    await clock('2031-12-25T08:00:00.');
    expect(await titles(cast.sales, 'calm')).toHaveLength(2);
    expect(await titles(cast.sales, 'hurried')).toEqual([expect.stringContaining('6 days')]);
  });

  it('and a step is taken by hours', async () => {
    const id = await make('over', null, { until: '2030-06-02T00:00:00Z' });
    await ok(cast.sales.post(`${path}/${id}`, { status: 1, visit_at: '2030-06-01T08:00:00Z' }));
    const steps = (now: string) =>
      takeScheduledSteps(
        (work) => cast.product.inTransaction((context) => work({ ...context, now: new Date(now) })),
        surveyContract.entities.filter(({ name }) => name === 'site_survey'),
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
    await steps('2030-06-02T03:59:59Z');
    expect(await ok(cast.admin.get(`${path}/${id}`))).toMatchObject({ status: 1 });
    await steps('2030-06-02T04:00:00Z');
    expect(await ok(cast.admin.get(`${path}/${id}`))).toMatchObject({ status: 9 });
  });
});

describe('what the clock goes by', () => {
  it('has an index', async () => {
    const { indexesSql } = await import('../../server/db/schema/ddl.ts');
    const indexes = indexesSql(surveyContract.entity('site_survey')).join('\n');
    for (const name of ['due_on', 'visit_at', 'until']) expect(indexes).toMatch(new RegExp(`\\("${name}", "?id"?\\)`));
  });
});
