import { describe, expect, it } from 'vitest';
import {
  atBodyPaths,
  brokenRules,
  fieldsRequiredByRules,
  hiddenValueRules,
} from '../../contract/conditions/checkRules.ts';
import { formRecord, storedRecord } from '../../contract/conditions/records.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import { surveyContract } from '../support/survey/invented.ts';

const siteSurvey = surveyContract.entity('site_survey');

const late = 'after?name_en=Visit+at&name_zh=%E5%88%B0%E5%9C%BA%E6%97%B6%E9%97%B4';
const [one, two] = ['2030-05-01T08:00:00Z', '2030-05-01T08:00:01Z'];
const asStored = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name.match(/_at|until/) && value ? new Date(`${value}`) : value,
    ]),
  );

describe('a rule between fields', () => {
  it.each<[object, Record<string, string>]>([
    [{ visit_at: one, until: two }, {}],
    [{ visit_at: one, until: one }, { until: late }],
    [{ visit_at: two, until: one }, { until: late }],
    [{ visit_at: one, until: '2030-05-01T10:00:01+02:00' }, {}],
    [{ visit_at: one, until: null }, {}],
    [{ visit_at: null, until: one }, {}],
    [{ level: 9, method: 'remote', summary: null }, { summary: 'required' }],
    [{ level: 9, method: 'remote', summary: '' }, { summary: 'required' }],
    [{ level: 9, method: 'remote', summary: 'High' }, {}],
    [{ level: 7, method: 'remote', summary: null }, {}],
  ])('%j', (given, expected) => {
    const values = { level: 2, method: 'visit', ...given };
    expect(brokenRules(siteSurvey, formRecord(values), undefined)).toEqual(expected);
    expect(brokenRules(siteSurvey, storedRecord(asStored(values)), undefined)).toEqual(expected);
  });

  it.each<[object, Record<string, string>]>([
    [{ parking: { spots: 99, gate: null } }, { 'parking.gate': 'required' }],
    [{ parking: { spots: 90 } }, { 'parking.gate': 'required' }],
    [{ parking: { spots: 90, gate: 'North' } }, {}],
    [{ parking: { spots: 4 } }, {}],
    [{ parking: null }, {}],
    [{ visit_at: two, parking: { until: one } }, { 'parking.until': late }],
    [{ visit_at: one, parking: { until: two } }, {}],
    [{ place: { floor: 200 } }, { 'place.product': 'required' }],
    [{ place: { floor: 200, product: 1 } }, {}],
  ])('reaches into an object: %j', (given, expected) => {
    const values = { level: 2, method: 'visit', ...given };
    const { place, ...rest } = values as { place?: object };
    expect(brokenRules(siteSurvey, formRecord({ ...rest, sheet: { place } }), undefined)).toEqual(expected);
    expect(brokenRules(siteSurvey, storedRecord(asStored(values)), undefined)).toEqual(expected);
  });

  it('stands at its place in a body, and is asked where the object was written', () => {
    const record = storedRecord({ level: 2, place: { floor: 200 } });
    const expected = brokenRules(siteSurvey, record, undefined, ['place']);
    expect(atBodyPaths(siteSurvey, expected)).toEqual({ 'sheet.place.product': ['required'] });
    expect(brokenRules(siteSurvey, record, undefined, ['parking'])).toEqual({});
    expect([...fieldsRequiredByRules(siteSurvey, record, undefined)]).toEqual(['place.product']);
  });

  it('knows what is there and would not be shown', () => {
    const hidden = (values: object) =>
      hiddenValueRules(siteSurvey, storedRecord({ grade_id: null, reason: null, ...values }), undefined).map(
        ({ field }) => field,
      );
    expect(hidden({ parking: { spots: 4, gate: 'North' } })).toEqual(['parking.gate']);
    expect(hidden({ parking: { gate: 'North' }, reason: 'Steep', grade_id: 1 })).toEqual(['reason', 'parking.gate']);
    expect(hidden({ parking: { spots: 90, gate: 'North' }, reason: 'Steep', grade_id: 3 })).toEqual([]);
  });

  it('is asked where one of its fields was written, and stands at the field in a body', () => {
    const record = storedRecord(asStored({ visit_at: two, until: one, level: 2, method: 'visit' }));
    expect(brokenRules(siteSurvey, record, undefined, ['round'])).toEqual({});
    const expected = brokenRules(siteSurvey, record, undefined, ['visit_at']);
    expect(atBodyPaths(siteSurvey, expected)).toEqual({ until: [late] });
    expect(translateMessage(late, 'en')).toBe('It must be after: Visit at');
    expect(translateMessage(late, 'zh')).toBe('须晚于：到场时间');
  });
});
