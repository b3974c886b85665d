import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
/** The texts of the logos, besides the title from SPEC. */
const drawn = readdirSync('src/shell/logo').flatMap((name) =>
  [...read(join('src/shell/logo', name)).matchAll(/>([^<>]+)</g)].map(([, text = '']) => ({
    path: name,
    text: text.replace(/^License\b/, ''),
  })),
);
const sources = [...filesOf('contract'), ...filesOf('src/i18n'), 'server/core/mail/template.ts'];

/** All texts of the product: quoted strings that are not a path, a name or a key. */
const texts = sources
  .flatMap((path) =>
    [...read(path).matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
      .map(([, quoted, filled]) => ({ path, text: quoted ?? filled ?? '' }))
      .filter(({ text }) => /\p{Script=Han}/u.test(text) || /^[A-Z][a-z]+|[a-z] [a-z]/.test(text)),
  )
  .concat(drawn);

interface Row {
  readonly notion: string;
  readonly terms: readonly string[];
  readonly never: readonly string[];
  readonly except: readonly string[];
}

const words = (cell = ''): string[] => cell.split(' ').filter(Boolean);
const glossary: readonly Row[] = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, notion = '', english = '', chinese = '', never, except]) => ({
    notion,
    terms: [english, chinese].filter(Boolean),
    never: words(never),
    except: words(except),
  }));

const isHan = (word: string): boolean => /\p{Script=Han}/u.test(word);
const has = (text: string, word: string): boolean =>
  isHan(word) ? text.includes(word) : new RegExp(`\\b${word}s?\\b`, 'i').test(text);
const without = (text: string, allowed: readonly string[]): string =>
  allowed.reduce((left, one) => left.replaceAll(one, ''), text);

/** The window title from SPEC (R-I18N-06), and API paths. */
const fixed = (text: string): boolean => text === 'License' || text.startsWith('/v1/');

describe('docs/glossary.md', () => {
  it('is read whole', () => {
    expect(glossary.length).toBeGreaterThan(10);
    expect(texts.length).toBeGreaterThan(1000);
  });

  it.each(glossary)('has a word for "$notion" that is in use, and no other is', ({ terms, never, except }) => {
    for (const term of terms)
      expect(
        texts.some(({ text }) => has(text, term)),
        term,
      ).toBe(true);
    const wrong = texts.filter(({ text }) => !fixed(text) && never.some((word) => has(without(text, except), word)));
    expect(wrong).toEqual([]);
  });
});
