import { describe, expect, it } from 'vitest';
import { brokenRules, inBodyOf } from '../../contract/brokenRules.ts';
import { translateMessage } from '../../contract/messageText.ts';
import { formRecord, storedRecord } from '../../contract/verdict.ts';
import { siteSurvey } from '../support/survey/siteSurvey.ts';

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
  ])('%j', (given, said) => {
    const values = { level: 2, method: 'visit', ...given };
    expect(brokenRules(siteSurvey, formRecord(values), undefined)).toEqual(said);
    expect(brokenRules(siteSurvey, storedRecord(asStored(values)), undefined)).toEqual(said);
  });

  it('is asked where one of its fields was written, and stands at the field in a body', () => {
    const record = storedRecord(asStored({ visit_at: two, until: one, level: 2, method: 'visit' }));
    expect(brokenRules(siteSurvey, record, undefined, ['round'])).toEqual({});
    const said = brokenRules(siteSurvey, record, undefined, ['visit_at']);
    expect(inBodyOf(siteSurvey, said)).toEqual({ until: [late] });
    expect(translateMessage(late, 'en')).toBe('It must lie after: Visit at');
    expect(translateMessage(late, 'zh')).toBe('须晚于：到场时间');
  });
});
