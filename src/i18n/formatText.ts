import { fillPlaceholders } from '../../contract/messages/label.ts';

/**
 * Fills values into a text of the console, with the same plural syntax as in declarations:
 * `{rows} {rows|row|rows}` becomes `1 row` or `2,000 rows`. Numbers get their separators here, and only here.
 * @param values counts and limits as numbers; whatever has no separators, such as a code or a year, as text
 */
export const formatText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  fillPlaceholders(text, (name) => values[name]);
