import { describe, expect, it } from 'vitest';
import { entities } from '../../contract/index.ts';
import { en } from '../../src/i18n/en.ts';
import { messagesOf } from '../../src/i18n/provider.ts';
import { zh } from '../../src/i18n/zh.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const flat = (tree: object, prefix = ''): [string, unknown][] =>
  Object.entries(tree).flatMap(([key, value]): [string, unknown][] =>
    isObject(value) ? flat(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
const variables = (text: unknown) =>
  [...new Set([...String(text).matchAll(/%\{(\w+)\}/g)].map(([, name]) => name))].sort();

const english = new Map(flat(messagesOf('en')));
const chinese = new Map(flat(messagesOf('zh')));

describe('what react-admin says', () => {
  it('is complete in Chinese, without what an older version said', () => {
    const stale = ['ra.navigation.prev'];
    expect([...chinese.keys()].filter((key) => !stale.includes(key)).sort()).toEqual([...english.keys()].sort());
  });

  it('is Chinese wherever the English has words, with the same variables', () => {
    const han = /\p{Script=Han}/u;
    const wordless = (text: unknown) => !/[a-z]{3}/i.test(String(text).replace(/%\{\w+\}/g, ''));
    for (const [key, text] of english) {
      const other = chinese.get(key);
      if (!key.startsWith('resources.') && !wordless(text)) expect([key, han.test(String(other))]).toEqual([key, true]);
      const [wanted, found] = [variables(text), variables(other)];
      // Chinese has no plural: a count may be left out, and so may a name that the page says already.
      expect([key, found.filter((one) => !wanted.includes(one) && one !== 'smart_count')]).toEqual([key, []]);
    }
  });

  it('names every resource and its fields', () => {
    for (const { name, label, labels } of entities) {
      expect(english.get(`resources.${name}.name`)).toBe(`${label.en} |||| ${labels.en}`);
      expect(chinese.get(`resources.${name}.name`)).toBe(`${label.zh} |||| ${labels.zh}`);
    }
    expect(chinese.get('resources.enterprise.fields.contact_mail')).toBe('联系邮箱');
  });
});

it('the console says nothing in the other language (R-I18N-01)', () => {
  const words = (tree: object) =>
    flat(tree).map(([, text]) => (typeof text === 'function' ? String(text) : String(text)));
  expect(words(en).filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
  expect(
    flat(zh)
      .map(([key]) => key)
      .sort(),
  ).toEqual(
    flat(en)
      .map(([key]) => key)
      .sort(),
  );
});
