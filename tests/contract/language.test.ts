import { describe, expect, it } from 'vitest';
import { actionEndpoints } from '../../contract/endpoints/actionEndpoint.ts';
import { type EndpointName, endpointNamed, endpoints } from '../../contract/endpoints/index.ts';
import { contract } from '../../contract/index.ts';
import { messages, translateMessage } from '../../contract/messages/catalogue.ts';
import type { Label } from '../../contract/messages/label.ts';
import { noticeKey, noticeTitle } from '../../contract/notices/noticeText.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { fixedNotices as writtenNotices } from '../../contract/schema/notice.ts';
import { timelineEventKinds } from '../../contract/timeline/timelineSources.ts';

const han = /\p{Script=Han}/u;

function labelsOf(name: string, field: Field): [string, Label][] {
  const inner = Object.entries({ ...field.fields, ...field.items?.fields }).flatMap(([key, one]) =>
    labelsOf(`${name}.${key}`, one),
  );
  const choices = (field.choices ?? []).map((choice): [string, Label] => [`${name}=${choice.id}`, choice.label]);
  return [
    [name, field.label],
    ...(field.hint ? [[`${name}?`, field.hint] as [string, Label]] : []),
    ...choices,
    ...inner,
  ];
}

/** All notices of the message list, including the declared ones. */
const notices: Readonly<Record<string, Label>> = {
  ...writtenNotices,
  ...Object.fromEntries(
    contract.entities.flatMap(({ name, notices: declared = {} }) =>
      Object.entries(declared).map(([operation, { text }]) => [noticeKey(name, operation), text]),
    ),
  ),
};

const everything: [string, Label][] = [
  ...Object.entries(messages),
  ...Object.entries(notices),
  ...contract.entities.flatMap(({ queue = {}, metrics: figures = {}, charts = {} }) =>
    [queue, figures, charts].flatMap((declared) =>
      Object.entries(declared).map(([key, { label }]): [string, Label] => [key, label]),
    ),
  ),
  ...(Object.keys(endpoints) as EndpointName[]).map((name): [string, Label] => [name, endpointNamed(name).label]),
  ...contract.entities
    .flatMap(actionEndpoints)
    .flatMap(({ name, label, body, actions }) => [
      [name, label] as [string, Label],
      ...Object.entries(body).flatMap(([field, one]) => labelsOf(`${name}.${field}`, one)),
      ...actions.map((action): [string, Label] => [`${name}.${action.name}`, action.label]),
      ...actions.flatMap(({ confirm }): [string, Label][] => (confirm ? [[`${name}?`, confirm]] : [])),
    ]),
  ...contract.entities.flatMap((entity) => [
    [entity.name, entity.label] as [string, Label],
    [`${entity.name}s`, entity.labels] as [string, Label],
    ...[entity.editOtherwise, entity.removeOtherwise].flatMap((one): [string, Label][] =>
      one ? [[`${entity.name} otherwise`, one]] : [],
    ),
    ...Object.entries(entity.fields).flatMap(([name, field]) => labelsOf(`${entity.name}.${name}`, field)),
  ]),
];

/** Words that are the same in Chinese, choices that are codes, and the message of a declaration's own sentence. */
const codes = /^(zh-CN|en|name|phone|code|SuperAdmin|GeneralAdmin|SalesMan|Enterprise|Subordinate|\{text\})$/;

describe('everything that is said (R-I18N-01)', () => {
  it('is said in both languages, and in neither are words of the other', () => {
    expect(everything.length).toBeGreaterThan(400);
    const wrong = everything.filter(
      ([, { en, zh }]) => !codes.test(en) && (han.test(en) || !han.test(zh) || en.trim() === ''),
    );
    expect(wrong).toEqual([]);
  });

  it('has the same values to fill in, in both', () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [key, { en, zh }] of [...Object.entries(messages), ...Object.entries(notices)])
      expect([key, holes(zh)]).toEqual([key, holes(en)]);
  });

  it('is filled in, and never shows a hole or a key', () => {
    expect(translateMessage('over_available?value=3', 'zh')).toBe('可用数量仅剩 3');
    expect(translateMessage('order_used_up', 'en')).toBe('No hosts are left');
    for (const [key, { en, zh }] of [...Object.entries(messages), ...Object.entries(notices)])
      for (const text of [en, zh])
        expect([key, text.replace(/\{(\w+)(\|[^|{}]+\|[^|{}]+)?\}/g, '')]).toEqual([
          key,
          expect.not.stringMatching(/[{}|]/),
        ]);
  });

  it('says one of a thing in the singular', () => {
    const ends = (days: string, language: 'en' | 'zh') =>
      noticeTitle(contract, 'licence_expiring', { project: 'P', ends: '2027-01-02T03:04:05.000Z', days }, language);
    expect(ends('1', 'en')).toBe('The licence for P expires on 2027-01-02 03:04 UTC, in 1 day');
    expect(ends('7', 'en')).toBe('The licence for P expires on 2027-01-02 03:04 UTC, in 7 days');
    expect(ends('1', 'zh')).toBe('项目 P 的许可将于 2027-01-02 03:04 UTC 到期，还有 1 天');
    expect(translateMessage('login_locked?minutes=1', 'en')).toBe('Too many failed attempts, try again in 1 minute');
    expect(translateMessage('login_locked?minutes=15', 'en')).toBe('Too many failed attempts, try again in 15 minutes');
    expect(translateMessage('over_available?value=1', 'en')).toBe('Only 1 is available');
    expect(translateMessage('min_length?value=1', 'en')).toBe('At least 1 character');
  });

  it('never has a number before a word that is always plural', () => {
    const counted = everything.filter(([, { en }]) => /\{(days|minutes|value)\} (?!\{)\w+s\b/.test(en));
    expect(counted).toEqual([]);
  });

  it('names an event of a timeline, and does not begin a sentence without its subject', () => {
    const labels = contract.entities.flatMap((entity) => timelineEventKinds(entity).map(({ label }) => label.en));
    expect(labels.filter((label) => /^(Is|Are|Was|Has|Have|Sends) /.test(label))).toEqual([]);
  });
});
