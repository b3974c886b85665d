import { quote } from '../../../examples/service-desk/quotes/quote.ts';
import { quoteLine } from '../../../examples/service-desk/quotes/quoteLine.ts';

/** A quote and its lines, as their lines in contract/index.ts would have them. */
export const quoteDesk = { quote, quote_line: quoteLine };
