import { fillPlaceholders } from '../../contract/messages/label.ts';

/**
 * Fills values into a text of the console, with the same plural syntax as in declarations:
 * `{rows} {rows|row|rows}` becomes `1 row` or `2,000 rows`.
 * @param values numbers as they are to be shown
 */
export const formatText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  fillPlaceholders(text, (name) => values[name]?.toString());
