import type { Kind } from './kind.ts';
import { plainText } from './plain.ts';
import { textBase } from './textBase.ts';
import { lone, type Pattern, unicode, unseen } from './textRule.ts';

const hostSign = `[^\\s${unseen}${lone}/?#@:\\\\\\[\\]<>"]`;
const pattern: Pattern = {
  pattern: unicode(`^https?://${hostSign}+(:[0-9]{1,5})?([/?#][^\\s${unseen}${lone}<>"\\\\]*)?$`),
  message: 'url',
};

/** An address that a browser opens as a page: no other scheme, no name and password before the host. */
export const urlKind: Kind = textBase({
  form: { name: 'url', most: 2000, own: pattern, secret: pattern, keepsOwn: true },
  sealable: false,
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
  narrow: [],
  namesRecord: false,
});
