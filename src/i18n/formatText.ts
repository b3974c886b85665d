import { filled } from '../../contract/messages/label.ts';

/**
 * A text of the console with its values, by the plural words that declarations have too.
 * In: `{rows} {rows|row|rows}`, and its values, figures as they are written. Out: `1 row`, `2,000 rows`.
 */
export const formatText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  filled(text, (name) => values[name]?.toString());
