import { quote } from './quote.ts';
import { quoteLine } from './quoteLine.ts';

/** A quote and its lines, as their lines in contract/index.ts would have them. */
export const quoteDesk = { quote, quote_line: quoteLine };
