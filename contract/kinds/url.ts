import type { Kind } from './kind.ts';
import { plainText } from './plain.ts';
import { textBase } from './textBase.ts';
import { invisible, loneSurrogate, type Pattern, unicode } from './textRule.ts';

const hostCharacter = `[^\\s${invisible}${loneSurrogate}/?#@:\\\\\\[\\]<>"]`;
const pattern: Pattern = {
  pattern: unicode(`^https?://${hostCharacter}+(:[0-9]{1,5})?([/?#][^\\s${invisible}${loneSurrogate}<>"\\\\]*)?$`),
  message: 'url',
};

/** A web address: only http and https, without a user name or password before the host. */
export const urlKind: Kind = textBase({
  form: { name: 'url', most: 2000, own: pattern, secret: pattern, keepsOwn: true },
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
  item: { separator: undefined, required: false, hasInput: true },
  parameterOptions: [],
  written: 'line',
  namesRecord: false,
});
