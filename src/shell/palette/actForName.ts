import { en } from '../../i18n/en.ts';
import { zh } from '../../i18n/zh.ts';

/** The words before and after a user's name in commands like "act for …", in both languages. */
const phrases: readonly (readonly [before: string, after: string])[] = [en, zh].flatMap(({ palette }) => {
  const [before = '', after = ''] = palette.actFor('|').split('|');
  return [[palette.actForSomebody.replace('…', '').trim(), ''] as const, [before.trim(), after.trim()] as const];
});

/** The name between these words; undefined if the text does not match them. */
function nameInPhrase(text: string, [before, after]: readonly [string, string]): string | undefined {
  if (text.length < before.length + after.length) return undefined;
  if (!text.toLowerCase().startsWith(before.toLowerCase()) || !text.endsWith(after)) return undefined;
  const name = text.slice(before.length, text.length - after.length);
  // `act for` must not match `act fortune`: after Latin letters a space must follow.
  return name === '' || name.startsWith(' ') || !/[a-z]$/i.test(before) ? name.trim() : undefined;
}

/**
 * The user for whom a text asks to act: `act for zhou`, `代客操作 周敏`, `代 周敏 操作`.
 * @returns the name, empty if none is typed yet; undefined if the text asks for something else
 */
export function actForName(text: string): string | undefined {
  const written = text.trim().replace(/\s+/g, ' ');
  return phrases.map((way) => nameInPhrase(written, way)).find((name) => name !== undefined);
}
