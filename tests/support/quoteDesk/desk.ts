import { quote } from '../../../examples/service-desk/quotes/quote.ts';
import { quoteLine } from '../../../examples/service-desk/quotes/quoteLine.ts';

/** A quote and its lines, as registered in contract/index.ts. */
export const quoteDesk = { quote, quote_line: quoteLine };
