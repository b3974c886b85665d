import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { fillPlaceholders } from '../../contract/messages/label.ts';
import { en } from '../../src/i18n/en.ts';
import { createI18nProvider, reactAdminCatalogue } from '../../src/i18n/i18nProvider.ts';
import { fillPhrase } from '../../src/i18n/phrase.ts';
import { zh } from '../../src/i18n/zh.ts';

/** The English text of every label in a declaration, message or rule of the contract. */
function* contractTexts(): Generator<{ path: string; text: string }> {
  for (const name of readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.ts'),
  ))
    for (const [, text = ''] of readFileSync(`contract/${name}`, 'utf8').matchAll(/\ben: '([^'\n]*)'/g))
      yield { path: name, text };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const flat = (tree: object, prefix = ''): [string, unknown][] =>
  Object.entries(tree).flatMap(([key, value]): [string, unknown][] =>
    isObject(value) ? flat(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
const variables = (text: unknown) =>
  [...new Set([...String(text).matchAll(/%\{(\w+)\}/g)].map(([, name]) => name))].sort();

const english = reactAdminCatalogue(contract, 'en');
const chinese = reactAdminCatalogue(contract, 'zh');

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
      // Chinese has no plural forms: a count may be missing, and so may a name that the page shows already.
      expect([key, found.filter((one) => !wanted.includes(one) && one !== 'smart_count')]).toEqual([key, []]);
    }
  });

  it('names every resource and its fields', () => {
    for (const { name, label, labels } of contract.entities) {
      expect(english.get(`resources.${name}.name`)).toBe(`${label.en} |||| ${labels.en}`);
      expect(chinese.get(`resources.${name}.name`)).toBe(`${label.zh} |||| ${labels.zh}`);
    }
  });

  it('names every field, also inside objects, in the language of the reader, and takes the given text otherwise', async () => {
    const provider = createI18nProvider(contract);
    const labels = async (locale: string) => {
      await provider.changeLocale(locale);
      const sources = ['enterprise.fields.contact_mail', 'order.fields.params.service_type', 'order.fields.created_at'];
      return sources.map((source) => provider.translate(`resources.${source}`, { _: 'unknown' }));
    };
    expect(await labels('zh-CN')).toEqual(['联系邮箱', '服务类型', '创建时间']);
    expect(await labels('en')).toEqual([expect.stringMatching(/e-mail/i), 'Service type', 'Created at']);
    expect(provider.translate('resources.order.fields.nothing', { _: 'Nothing' })).toBe('Nothing');
    expect(provider.translate('no.such.key')).toBe('no.such.key');
  });

  it('fills in values and chooses the form for a count (in Chinese there is one)', () => {
    const phrase = 'One row of %{name} |||| %{smart_count} rows of %{name}';
    expect(fillPhrase(phrase, { smart_count: 1, name: 'A' }, 2)).toBe('One row of A');
    expect(fillPhrase(phrase, { smart_count: 0, name: 'A' }, 2)).toBe('0 rows of A');
    expect(fillPhrase(phrase, { smart_count: 3, name: '$&' }, 1)).toBe('One row of $&');
    expect(fillPhrase('%{smart_count} left, %{other}', 2, 2)).toBe('2 left, %{other}');
    expect(fillPhrase('plain', {}, 2)).toBe('plain');
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

describe('figures', () => {
  type Say = (...values: unknown[]) => unknown;
  /** The numeric messages of a catalogue, with the same number for all of their values. */
  const textsOf = (tree: object, figure: string): [string, string][] =>
    flat(tree).flatMap(([key, text]) =>
      typeof text === 'function' ? [[key, String((text as Say)(figure, figure))]] : [],
    );
  const verbs = new Set(['is', 'has', 'was', 'acts', 'ends', 'expires', 'looks', 'waits', 'signs', 'this']);
  const isMany = (word: string) => ['are', 'have', 'were'].includes(word) || (word.endsWith('s') && !verbs.has(word));
  /** True if the first value of the message is a count. */
  const isCount = ([, text]: [string, unknown]) => /^\(\s*(count|rows|done|page)\b/.test(String(text));
  /** True if a text has a plural after 1: `1 rows`, `1 empty fields`, `1 were left`. */
  const wrong = (text: string) =>
    [...text.matchAll(/(?<![\d.,{])1 ((?:[a-z]+ ?){1,2})/g)].some(([, words = '']) =>
      words.trim().split(' ').some(isMany),
    );

  it('stand before a word of their own number', () => {
    expect(wrong('All 1 rows are there')).toBe(true);
    expect(textsOf(en, '1').filter(([, text]) => wrong(text))).toEqual([]);
    expect(textsOf(en, '2').find(([key]) => key === 'imports.done')?.[1]).toBe('2 records imported');
    // A declared text selects the word form with {days|day|days}.
    const declared = [...contractTexts()].filter(({ text }) => wrong(fillPlaceholders(text, () => '1')));
    expect(declared).toEqual([]);
  });

  it('stand apart from Chinese words, which they count with a measure', () => {
    const touching = /\d\p{Script=Han}|\p{Script=Han}\d/u;
    const counted = new Set(
      flat(zh)
        .filter(isCount)
        .map(([key]) => key),
    );
    expect(counted.size).toBeGreaterThan(15);
    expect(textsOf(zh, '5').filter(([key, text]) => counted.has(key) && touching.test(text))).toEqual([]);
    const counts = [
      'list.total',
      'list.newRows',
      'views.selected',
      'imports.run',
      'files.most',
      'range.days',
      'messages.unread',
    ];
    const chineseTexts = new Map(textsOf(zh, '5'));
    for (const key of counts)
      expect([key, chineseTexts.get(key)]).toEqual([key, expect.stringMatching(/5 [条项行个天]/)]);
  });
});
