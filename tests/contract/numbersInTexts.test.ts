import { readFileSync } from 'node:fs';
import { assert, bigInt, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyRule, validate } from '../../contract/kinds/validation.ts';
import { messages, numberNames, translateMessage } from '../../contract/messages/catalogue.ts';
import { fillPlaceholders } from '../../contract/messages/label.ts';
import { type MessageKey, message } from '../../contract/messages/message.ts';
import { decimal } from '../../contract/schema/field/field.ts';
import { placeholderNames } from '../../contract/values/valueText.ts';
import { en } from '../../src/i18n/en.ts';
import { addTexts } from '../../src/i18n/text.ts';
import { zh } from '../../src/i18n/zh.ts';

/** Numbers in texts for people have separators, by one rule; codes, years and ids have none (issue 33, section 5). */

const languages = ['en', 'zh'] as const;
/** Values that are names, codes or lists: they stay as they are. */
const textNames = new Set([
  'name',
  'values',
  'types',
  'code',
  'currency',
  'amount',
  'unit',
  'at',
  'scope',
  'network',
  'event',
  'text',
  'sent',
  'domain',
  'answer',
  'variable',
  'address',
  'provider',
  'directory',
  'role',
  'right',
  'needing',
  'size',
  'contrast',
  'darker',
  'fields',
]);

/** A number as people write it, by the platform's own rule. */
const written = (value: number | bigint) => value.toLocaleString('en-US', { maximumFractionDigits: 20 });
const hasUnseparated = (text: string) => /\d{4}/.test(text);

const messageOf = (key: MessageKey, value: number): string =>
  message(
    key,
    Object.fromEntries(placeholderNames(messages[key].en).map((name) => [name, numberNames.has(name) ? value : 'x'])),
  );

describe('a message', () => {
  it('has only values that are known to be numbers, or known to be texts', () => {
    const names = Object.values(messages).flatMap((label) => languages.flatMap((one) => placeholderNames(label[one])));
    expect([...new Set(names)].filter((name) => !numberNames.has(name) && !textNames.has(name))).toEqual([]);
  });

  it('writes each of its numbers with separators', () => {
    const counted = (Object.keys(messages) as MessageKey[]).filter((key) =>
      placeholderNames(messages[key].en).some((name) => numberNames.has(name)),
    );
    expect(counted.length).toBeGreaterThan(15);
    assert(
      property(
        constantFrom(...counted),
        constantFrom(...languages),
        integer({ min: 1000, max: Number.MAX_SAFE_INTEGER }),
        (key, language, value) => {
          const text = translateMessage(messageOf(key, value), language);
          expect(text).toContain(written(value));
          expect(hasUnseparated(text)).toBe(false);
        },
      ),
    );
  });

  it('writes decimals, negative numbers and amounts so, too', () => {
    expect(translateMessage(message('min', { value: '-12345.6789' }), 'en')).toBe(
      'The smallest allowed value is -12,345.6789',
    );
    assert(
      property(bigInt({ min: 1000n, max: 10n ** 15n }), (minor) => {
        for (const language of languages)
          for (const currency of [undefined, 'CNY', 'JPY'])
            expect(
              hasUnseparated(
                translateMessage(
                  message('max_amount', { minor: String(minor), ...(currency && { currency }) }),
                  language,
                ).replace(/\.\d+/, ''),
              ),
            ).toBe(false);
      }),
    );
  });

  it('leaves codes, names and years as they are', () => {
    expect(translateMessage(message('unknown_parameter', { name: '202611' }), 'en')).toBe('Unknown parameter: 202611');
    expect(translateMessage(message('refused_character', { code: 'U+20261', at_en: '', at_zh: '' }), 'zh')).toContain(
      'U+20261',
    );
    expect(fillPlaceholders('{code} {count}', (name) => (name === 'code' ? '2026' : 2026))).toBe('2026 2,026');
  });

  it('has the word of one for 1 alone', () => {
    const textOf = (value: number) => translateMessage(message('max_items', { value }), 'en');
    expect([textOf(1), textOf(1000), textOf(2)]).toEqual([
      'At most 1 entry',
      'At most 1,000 entries',
      'At most 2 entries',
    ]);
  });
});

/** The texts of the console that take numbers: by path, which of their parameters are numbers. */
function countedTexts(): Map<string, readonly boolean[]> {
  const found = new Map<string, readonly boolean[]>();
  for (const name of ['lists', 'records', 'work', 'shell']) {
    const path: string[] = [];
    for (const line of readFileSync(`src/i18n/en/${name}.ts`, 'utf8').split('\n')) {
      const [, indent = '', key = ''] = /^( +)(\w+):/.exec(line) ?? [];
      if (key === '') continue;
      path.length = indent.length / 2 - 1;
      path.push(key);
      const parameters = /: \(([^)]*)\) =>/.exec(line)?.[1];
      if (parameters?.includes(': number'))
        found.set(
          path.join('.'),
          parameters.split(',').map((one) => one.includes(': number')),
        );
    }
  }
  return found;
}

describe('the advice to send a decimal as a text', () => {
  it.each(languages)('is accepted as it is written, in %s', (language) => {
    const rule = bodyRule({ price: decimal({ label: { en: 'Price', zh: '价格' } }) });
    assert(
      property(integer({ min: 1000, max: 10 ** 9 }), (price) => {
        const advice = translateMessage(validate(rule, { price })?.['price']?.[0] ?? '', language);
        const [, written] = advice.match(/"([^"]+)"/) ?? [];
        expect([advice, validate(rule, { price: written })]).toEqual([advice, undefined]);
        expect(Number(written)).toBe(price);
      }),
    );
  });
});

describe('a text of the console', () => {
  const counted = [...countedTexts()];
  const catalogues = { en, zh } as unknown as Record<string, object>;
  const at = (tree: object, path: string) =>
    path.split('.').reduce((one: unknown, key) => (one as Record<string, unknown>)[key], tree) as (
      ...values: unknown[]
    ) => string;

  it('writes each of its numbers with separators, in both languages', () => {
    addTexts('en', en);
    addTexts('zh', zh);
    expect(counted.length).toBeGreaterThan(12);
    assert(
      property(
        constantFrom(...counted),
        constantFrom(...languages),
        integer({ min: 1000, max: 10 ** 9 }),
        ([path, isNumber], language, value) => {
          const textOf = at(catalogues[language] ?? {}, path)(...isNumber.map((is) => (is ? value : 'x')));
          expect([path, textOf]).toEqual([path, expect.stringContaining(written(value))]);
          expect(hasUnseparated(textOf)).toBe(false);
        },
      ),
    );
  });
});
