import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalTexts } from '../../contract/kinds/canonicalTexts.ts';
import { bodyRule, validate } from '../../contract/kinds/validation.ts';
import { foldText } from '../../contract/lib/foldText.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import { type Field, longText, mail, phone, text } from '../../contract/schema/field/field.ts';
import { awkwardText } from '../support/awkwardTexts.ts';

const label = { en: 'Word', zh: '词' };
const line = text({ label });
const lines = longText({ label });
const key = text({ label, key: true });
const address = mail({ label });

const written = (field: Field, value: string): unknown =>
  (canonicalTexts({ value }, { value: field }) as { value: unknown }).value;
const problemOf = (field: Field, value: string): string | undefined =>
  validate(bodyRule({ value: field }), { value: written(field, value) })?.['value']?.[0];

describe('a text is written in its canonical form (R-VALID-08)', () => {
  it.each<[Field, string, string]>([
    [line, '  Acme\u00a0\u3000 Ltd\t', 'Acme Ltd'],
    [line, 'Cafe\u0301', 'Café'],
    [line, 'Ac\u00adme\u200b\ufeff', 'Acme'],
    [line, '\u202aAcme\u202c\u200e', 'Acme'],
    [line, 'Ac\u200dme\u200c', 'Acme'],
    [line, 'a \u200b b', 'a b'],
    // What writing needs stays: Persian, Devanagari, Malayalam, emoji of several, and the flag of a region.
    [line, 'می\u200cخواهم', 'می\u200cخواهم'],
    [line, 'क्\u200dष', 'क्\u200dष'],
    [line, 'അവന്\u200d', 'അവന്\u200d'],
    [line, 'Team 👨\u200d👩\u200d👧', 'Team 👨\u200d👩\u200d👧'],
    [line, '🏳\ufe0f\u200d🌈 👩🏽\u200d🚀', '🏳\ufe0f\u200d🌈 👩🏽\u200d🚀'],
    [
      line,
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    [line, 'Acme\u{e0041}\u{e0042}', 'Acme'],
    [line, 'Acme\u{e0002}\u{e01f0}\ufff0', 'Acme'],
    [line, '葛\u{e0100}城 ❤\ufe0f', '葛\u{e0100}城 ❤\ufe0f'],
    // Variation selectors, joiners of graphemes and fillers are no text by themselves.
    ...['\u034f', '\u115f', '\u1160', '\u180b', '\ufe0f', '\u{e0100}', '\u3164'].flatMap(
      (unseen): [Field, string, string][] => [
        [line, `${unseen}\u3000${unseen}`, ''],
        [lines, unseen, ''],
        [key, `K${unseen}1`, 'K1'],
        [address, `ops${unseen}@acme.example`, 'ops@acme.example'],
      ],
    ),
    [line, '（北京）Ａ', '（北京）Ａ'],
    [lines, ' one\n  two\u200b\r\n\r\nthree  four ', 'one\n  two\r\n\r\nthree  four'],
    [key, ' ＡＢ１２\u00a0-\u200b34\u201356 ', 'AB12-34-56'],
    [address, 'Ops\u200b＠acme.example ', 'Ops@acme.example'],
    [phone({ label }), '１３８\u00a0\u00a000\u201311', '138 00-11'],
    [text({ label, matches: 'letters' }), 'ＡＣＭＥ', 'ACME'],
    [text({ label, secret: true }), ' a\u00a0\u200b ', ' a\u00a0\u200b '],
  ])('%o: %j', (field, given, canonical) => {
    expect(written(field, given)).toBe(canonical);
    expect(problemOf(field, given)).toBeUndefined();
  });

  it.each<[string, RegExp, RegExp]>([
    ['Acme\u202e gro', /U\+202E.*“Acme”/, /“Acme”.*U\+202E/],
    ['\u0007bell', /U\+0007/, /U\+0007/],
    ['Acme\ud800', /U\+D800.*“Acme”/, /“Acme”.*U\+D800/],
    ['Acme\u2800', /U\+2800.*“Acme”/, /“Acme”.*U\+2800/],
    ['two\nlines', /line break.*“two”/, /“two”.*换行/],
    ['two\u2028lines', /line break.*“two”/, /“two”.*换行/],
  ])('what is refused is shown: %j', (given, en, zh) => {
    const refusal = problemOf(line, given) ?? '';
    expect(translateMessage(refusal, 'en')).toMatch(en);
    expect(translateMessage(refusal, 'zh')).toMatch(zh);
    expect(translateMessage(problemOf(address, `a@b.${given}`) ?? '', 'en')).toMatch(/U\+|line break|format/);
  });

  it('of a secret nothing is shown', () => {
    expect(translateMessage(problemOf(text({ label, secret: true }), 'pass\u0007') ?? '', 'en')).not.toContain('pass');
  });

  it('is composed where an invisible character parted a mark from its letter', () => {
    for (const field of [line, lines, key, address]) expect(written(field, 'a\u200b\u0301')).toBe('á');
    expect(written(key, 'a \u0301')).toBe('á');
  });

  it('has no joiner that joins nothing once an invisible character behind it is gone', () => {
    expect(written(line, '\u0d4d\u200d\u200ba')).toBe('\u0d4da');
  });

  it('is written once and for all, and looks the same as before', () => {
    fc.assert(
      fc.property(awkwardText, fc.constantFrom<Field>(line, lines, key, address), (given, field) => {
        const once = written(field, given);
        expect(written(field, String(once))).toBe(once);
        if (field !== key) expect(foldText(String(once))).toBe(foldText(given));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('texts that look the same have the same folded form', () => {
  it.each([
    ['ACME', 'acme', 'Ａｃｍｅ', ' Acme\u00a0', 'ac\u00adme', 'Ac\u200bme'],
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', 'Σίσυφος'],
    ['МОСКВА', 'москва'],
    ['ｶﾞｰﾄﾞ', 'ガード'],
    ['Acme（北京）', 'acme(北京)', 'Acme (北京)'.replace(' ', '')],
    ['【A】', '[a]', '〔A〕', '［Ａ］'],
    ['A-1', 'A–1', 'A—1', 'A－1', 'A−1', 'A\u20111'],
    ['«A»', '《A》', '<a>'],
    ['“A”', '"a"', '「A」', '＂Ａ＂'],
    ['O’Brien', "O'Brien", 'O＇Brien'],
    ['让·雅克', '让・雅克', '让･雅克', '让•雅克'],
    ['ﬁle', 'FILE'],
    ['Café', 'Cafe\u0301', 'CAFÉ'],
    ['two  words', 'two\u3000words', 'two\nwords', 'two words'],
    ['می\u200cخواهم', 'میخواهم'],
    ['❤️', '❤'],
  ])('%j', (first, ...others) => {
    for (const other of others) expect([other, foldText(other)]).toEqual([other, foldText(first)]);
  });

  it.each([
    ['cafe', 'café'],
    ['カ', 'か'],
    ['A1', 'A-1'],
    ['ab', 'a b'],
    ['一', '-'],
  ])('%j and %j differ', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('in any case, and folded again', () => {
    fc.assert(
      fc.property(awkwardText, (given) => {
        const folded = foldText(given);
        expect(foldText(folded)).toBe(folded);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
          expect(foldText(given.normalize(form))).toBe(folded);
        // The dotless i has the capital letter of another.
        const dotted = given.replaceAll('ı', 'i');
        expect(foldText(dotted.toUpperCase())).toBe(foldText(dotted.toLowerCase()));
      }),
      { numRuns: 3000 },
    );
  });
});
