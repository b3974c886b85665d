import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import { withFallback } from '../../contract/values/brand.ts';
import {
  brandColourProblem,
  brandProperties,
  brandShades,
  canonicalColour,
  contrast,
  readableContrast,
} from '../../contract/values/brandColour.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** The ground of pages and of cards in dark mode. */
const darkGrounds = ['#151215', '#1e1a1d'];

describe('the main colour of a console', () => {
  it.each(['#0b5cad', ' #0B5CAD ', '#000000', '#b0126f', '#767676'])('may be "%s"', (text) => {
    expect(brandColourProblem(text)).toBeUndefined();
  });

  it.each(['', '0b5cad', '#0b5ca', '#0b5', '#0b5cadff', 'blue', '#0b5cag', 'url(x)'])('is not "%s"', (text) => {
    expect(translateMessage(brandColourProblem(text) ?? '', 'en')).toContain('#0b5cad');
    expect(translateMessage(brandColourProblem(text) ?? '', 'zh')).toContain('六位');
  });

  it('is refused with the contrast and a darker shade that can be used', () => {
    expect(translateMessage(brandColourProblem('#ff9900') ?? '', 'en')).toMatch(
      /^White text is hard to read on this colour \(contrast 2\.1 instead of 4\.5\)\. Choose a darker one, such as #/,
    );
    fc.assert(
      fc.property(colour, (text) => {
        const problem = brandColourProblem(text);
        expect(problem === undefined).toBe(contrast(text, '#ffffff') >= readableContrast);
        if (problem === undefined) return;
        const darker = new URLSearchParams(problem.split('?')[1]).get('darker') ?? '';
        expect(brandColourProblem(darker)).toBeUndefined();
        expect(Number(new URLSearchParams(problem.split('?')[1]).get('contrast'))).toBeLessThan(readableContrast);
      }),
    );
  });

  it('has shades that can be read, in light and in dark mode', () => {
    fc.assert(
      fc.property(colour, (text) => {
        fc.pre(brandColourProblem(text) === undefined);
        const { main, hover, middle, deep, inDark, hoverInDark, textInDark } = brandShades(canonicalColour(text));
        for (const ground of [main, hover, middle, deep])
          expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(readableContrast);
        for (const ground of darkGrounds) expect(contrast(inDark, ground)).toBeGreaterThanOrEqual(readableContrast);
        for (const ground of [inDark, hoverInDark])
          expect(contrast(textInDark, ground)).toBeGreaterThanOrEqual(readableContrast);
      }),
    );
  });

  it('is measured as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('holds for the other language, too, until that one has its own', () => {
    expect(withFallback({ en: null, zh: '#0b5cad' })).toEqual({ en: '#0b5cad', zh: '#0b5cad' });
    expect(withFallback({ en: '#000000', zh: '#0b5cad' })).toEqual({ en: '#000000', zh: '#0b5cad' });
    expect(withFallback({ en: undefined, zh: null })).toEqual({ en: undefined, zh: undefined });
  });

  it('leaves what it does not set as the product has it', () => {
    const set = Object.entries(brandProperties(undefined, '/logo')).filter(([, value]) => value !== undefined);
    expect(set.map(([name]) => name)).toEqual(['--brand-logo', '--brand-logo-width', '--brand-mark-opacity']);
    expect(Object.values(brandProperties(undefined, undefined)).filter(Boolean)).toEqual([]);
  });
});
