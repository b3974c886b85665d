import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forAnyEngine } from '../../support/database.ts';
import { ok } from '../../support/product.ts';
import { type SurveyCast, startSurveys } from '../../support/survey/cast.ts';

const page = '/v1/setting/survey/1';
let cast: SurveyCast;

forAnyEngine('an entity with one record', (engine) => {
  beforeAll(async () => {
    cast = await startSurveys(engine);
  });
  afterAll(() => cast.close());

  it('has its record with the defaults, which the roles of its declaration read and change', async () => {
    const record = { id: 1, reply_days: 5, greeting: null, locked_fields: [] };
    expect(await ok(cast.operations.get(page))).toMatchObject(record);
    expect((await cast.operations.post(page, { reply_days: 6 })).status).toBe(403);
    expect((await cast.sales.get(page)).status).toBe(403);
    expect((await cast.admin.post(page, { reply_days: 91 })).status).toBe(422);
    expect(await ok(cast.admin.post(page, { reply_days: 6 }))).toMatchObject({ reply_days: 6 });
    expect((await cast.admin.post('/v1/setting/survey', {})).status).toBe(404);
    const stored = () => cast.product.services.settings.environment.get('survey_setting');
    expect(stored()).toBeUndefined();
  });
});

describe('a field that the environment sets', () => {
  beforeAll(async () => {
    cast = await startSurveys('postgres', { SURVEY_REPLY_DAYS: '9' });
  });
  afterAll(() => cast.close());

  it('has the value of the variable, and is locked', async () => {
    expect(await ok(cast.admin.get(page))).toMatchObject({ reply_days: 9, locked_fields: ['reply_days'] });
    const refused = await cast.admin.post(page, { reply_days: 10 });
    expect(refused.body.error.fields).toEqual({ reply_days: ['Set by the environment: SURVEY_REPLY_DAYS'] });
    expect(await ok(cast.admin.post(page, { reply_days: 9, greeting: 'Hello' }))).toMatchObject({ greeting: 'Hello' });
  });

  it('refuses a start with a value that it cannot have', async () => {
    await expect(startSurveys('postgres', { SURVEY_REPLY_DAYS: 'soon' })).rejects.toThrow(
      'SURVEY_REPLY_DAYS has the value "soon"',
    );
  });
});
