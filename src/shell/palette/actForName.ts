import { en } from '../../i18n/en.ts';
import { zh } from '../../i18n/zh.ts';

/** What stands before a name and behind it where somebody writes for whom they want to act, in either language. */
const phrases: readonly (readonly [before: string, after: string])[] = [en, zh].flatMap(({ palette }) => {
  const [before = '', after = ''] = palette.actFor('|').split('|');
  return [[palette.actForSomebody.replace('…', '').trim(), ''] as const, [before.trim(), after.trim()] as const];
});

/** The name that such a way leaves of a text; undefined where the text goes another way. */
function nameInPhrase(text: string, [before, after]: readonly [string, string]): string | undefined {
  if (text.length < before.length + after.length) return undefined;
  if (!text.toLowerCase().startsWith(before.toLowerCase()) || !text.endsWith(after)) return undefined;
  const name = text.slice(before.length, text.length - after.length);
  // Words of Latin letters end where a space stands.
  return name === '' || name.startsWith(' ') || !/[a-z]$/i.test(before) ? name.trim() : undefined;
}

/**
 * For whom a text wants to act: `act for zhou`, `代客操作 周敏`, `代 周敏 操作`. Out: the name, empty where none is written
 * yet; undefined where the text wants something else.
 */
export function actForName(text: string): string | undefined {
  const written = text.trim().replace(/\s+/g, ' ');
  return phrases.map((way) => nameInPhrase(written, way)).find((name) => name !== undefined);
}
