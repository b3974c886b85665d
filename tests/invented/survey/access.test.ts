import { afterAll, beforeAll, expect, it } from 'vitest';
import { forAnyEngine } from '../../support/database.ts';
import { ok } from '../../support/product.ts';
import { createSurveys, refusedFields, type SurveyCast, startSurveys, surveyPath } from '../../support/survey/cast.ts';

forAnyEngine('the access to an entity that uses every kind and option', (engine) => {
  let cast: SurveyCast;

  beforeAll(async () => {
    cast = await startSurveys(engine);
    await createSurveys(cast);
  });
  afterAll(() => cast.close());

  it('is made by the roles that may, within what is theirs', async () => {
    const { rows } = await cast.database.executeSql('select code, creator_id from site_surveys order by id');
    const creators = { second: cast.admin, third: cast.sales, fourth: cast.customer, fifth: cast.otherCustomer };
    expect(rows).toEqual(
      Object.entries({ first: cast.operations, ...creators }).map(([code, { id }]) => ({ code, creator_id: id })),
    );
    expect((await cast.worker.post(surveyPath, cast.minimalBody('sixth'))).status).toBe(403);
    expect(
      refusedFields(
        await cast.sales.post(surveyPath, cast.minimalBody('sixth', { enterprise_id: cast.otherEnterprise })),
      ),
    ).toEqual([422, ['enterprise_id']]);
    const veiled = { cost: 1, surveyor_id: cast.sales.id, password_hash: 'x', status: 1, days_left: 1, creator_id: 1 };
    expect(refusedFields(await cast.customer.post(surveyPath, cast.minimalBody('sixth', veiled)))).toEqual([
      422,
      Object.keys(veiled).sort(),
    ]);
  });

  it('shows each role its records and no more of them than it may see', async () => {
    expect(await cast.codes(cast.admin)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(await cast.codes(cast.operations)).toHaveLength(5);
    expect(await cast.codes(cast.sales)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await cast.codes(cast.otherSales)).toEqual(['fifth']);
    expect(await cast.codes(cast.customer)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await cast.codes(cast.worker)).toEqual(['first']);
    await ok(
      cast.sales.post('/v1/survey_finding', { name: 'Dust', survey_id: cast.ids.second, finder_id: cast.worker.id }),
    );
    expect(await cast.codes(cast.worker)).toEqual(['first', 'second']);
    expect((await cast.worker.get(cast.pathOf('third'))).status).toBe(404);
    for (const client of [cast.customer, cast.worker]) {
      const [item] = (await ok(client.get(`${surveyPath}/list`))).items;
      const seen = { ...item, ...(await ok(client.get(cast.pathOf('first')))) };
      for (const name of ['surveyor_id', 'surveyor', 'password_hash']) expect(seen).not.toHaveProperty(name);
      for (const name of ['remark', 'gate_code']) expect([name in item, name in seen]).toEqual([false, true]);
      for (const query of ['filter_surveyor_id=1', 'filter_crew_from=1', 'sort=password_hash', 'filter_remark=x'])
        expect((await client.get(`${surveyPath}/list?${query}`)).status).toBe(422);
    }
  });

  it('is deleted while it may be, and kept while another needs it', async () => {
    await ok(cast.sales.post(cast.pathOf('first'), { status: 1, visit_at: '2030-07-01T08:00:00Z' }));
    await ok(cast.operations.post(cast.pathOf('first'), { status: 2, verdict: 'Good' }));
    expect((await cast.customer.delete(cast.pathOf('third'))).status).toBe(403);
    expect((await cast.sales.delete(cast.pathOf('first'))).status).toBe(422);
    expect((await cast.sales.delete(cast.pathOf('second'))).status).toBe(422);
    expect((await cast.admin.delete(`/v1/enterprise/${cast.enterprise}`)).status).toBe(422);
    await ok(cast.sales.delete(cast.pathOf('third')));
    expect((await cast.sales.get(cast.pathOf('third'))).status).toBe(404);
    await cast.create(cast.sales, cast.minimalBody('third', { round: 3 }));
  });
});
