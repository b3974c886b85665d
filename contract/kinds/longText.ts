import type { Kind } from './kind.ts';
import { plainText } from './plain.ts';
import { textBase } from './textBase.ts';
import { lines } from './textRule.ts';

export const longTextKind: Kind = textBase({
  form: { name: 'lines', most: 2000, own: lines, secret: lines, keepsOwn: false },
  encryptable: true,
  sentence: plainText,
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
