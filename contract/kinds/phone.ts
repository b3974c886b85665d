import type { Kind } from './kind.ts';
import { commas, plainText } from './plain.ts';
import { textBase } from './textBase.ts';
import { type Pattern, unicode } from './textRule.ts';

const pattern: Pattern = { pattern: unicode('^[+]?[0-9][0-9 -]{2,28}[0-9]$'), message: 'phone' };

export const phoneKind: Kind = textBase({
  form: { name: 'phone', most: 30, own: pattern, secret: pattern, keepsOwn: true },
  encryptable: false,
  sentence: plainText,
  list: {
    sum: undefined,
    grouped: false,
    summarized: false,
    searched: true,
    short: false,
    sortedByHeading: true,
  },
  item: { separator: commas, required: false, hasInput: true },
  parameterOptions: [],
  written: 'narrow',
  namesRecord: true,
});
