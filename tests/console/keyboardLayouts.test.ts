import { assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizedKey } from '../../src/ui/keyboard/keys.ts';

/** Shortcuts on the layouts of other scripts (issue 33, section 4). */

/** The letters from A to Z by the places of their keys, as these layouts type them. */
const layouts = {
  Russian: 'фисвуапршолдьтщзйкыегмцчня',
  Ukrainian: 'фисвуапршолдьтщзйкіегмцчня',
  Bulgarian: 'ьфъаеожгстнвпхдз,ияшкэуйщю',
  Greek: 'αβψδεφγηιξκλμνοπ;ρστθωςχυζ',
  Korean: 'ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ',
  Japanese: 'ちこそしいはきくにまのりもみらせたすとかなひてさんつ',
};
const letters = 'abcdefghijklmnopqrstuvwxyz';
const press = (key: string, code: string, shiftKey = false) => normalizedKey({ key, code, shiftKey });

describe('a key of a shortcut', () => {
  it.each(Object.entries(layouts))('is where it is on a Latin layout, on a %s one', (_, typed) => {
    const keys = [...typed];
    expect(keys).toHaveLength(26);
    for (const [at, key] of keys.entries()) {
      const letter = letters[at] ?? '';
      if (/[!-~]/.test(key)) continue;
      for (const typedKey of [key, key.toUpperCase()])
        if ([...typedKey].length === 1) expect(press(typedKey, `Key${letter.toUpperCase()}`)).toBe(letter);
    }
  });

  it.each([
    ['ن', 'KeyK', 'k'],
    ['ל', 'KeyK', 'k'],
    ['ظ', 'Slash', '/'],
    ['؟', 'Slash', '?'],
    ['？', 'Slash', '?'],
    ['、', 'Slash', '/'],
    ['ｋ', 'KeyK', 'k'],
    ['Ｋ', 'KeyK', 'k'],
  ])('%s in the place %s is %s', (key, code, wanted) => {
    expect(press(key, code, wanted === '?')).toBe(wanted);
  });

  it('is the letter that is typed on any Latin layout, wherever its key is', () => {
    const places = [...letters].map((letter) => `Key${letter.toUpperCase()}`);
    assert(
      property(constantFrom(...letters), constantFrom(...places, 'Semicolon', 'Comma'), (letter, code) => {
        expect(press(letter, code)).toBe(letter);
        expect(press(letter.toUpperCase(), code)).toBe(letter);
      }),
    );
    expect(press('é', 'KeyW')).toBe('é');
    expect(press('ı', 'KeyI')).toBe('ı');
    expect(press('?', 'Digit7', true)).toBe('?');
    expect(press('/', 'Backslash', true)).toBe('/');
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'Dead', 'Process', 'Unidentified'])
      expect(press(key, '')).toBe(key);
  });
});
