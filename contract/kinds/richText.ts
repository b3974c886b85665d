import { plainMarkdown } from '../lib/plainMarkdown.ts';
import type { Kind } from './kind.ts';
import { textBase } from './textBase.ts';
import { lines } from './textRule.ts';

/** Several lines of text in Markdown. */
export const richTextKind: Kind = textBase({
  form: { name: 'lines', most: 20_000, own: lines, secret: lines, keepsOwn: false },
  encryptable: true,
  sentence: (value) => plainMarkdown(String(value)),
  list: {
    sum: undefined,
    grouped: false,
    summarized: false,
    searched: true,
    short: false,
    sortedByHeading: false,
  },
  item: { separator: undefined, required: false, hasInput: false },
  parameterOptions: [],
  written: 'lines',
  namesRecord: false,
});
