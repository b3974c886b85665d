import type { Kind } from './kind.ts';
import { commas, plainText } from './plain.ts';
import { textBase } from './textBase.ts';
import { line, secretLine } from './textRule.ts';

export const textKind: Kind = textBase({
  form: { name: 'line', most: 200, own: line, secret: secretLine, keepsOwn: false },
  encryptable: true,
  sentence: plainText,
  list: {
    sum: undefined,
    grouped: false,
    summarized: true,
    searched: true,
    short: false,
    sortedByHeading: true,
  },
  item: { separator: commas, required: false, hasInput: true },
  parameterOptions: ['names'],
  written: 'line',
  namesRecord: true,
});
