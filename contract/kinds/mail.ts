import type { Kind } from './kind.ts';
import { commas, plainText } from './plain.ts';
import { textBase } from './textBase.ts';
import { invisible, loneSurrogate, type Pattern, unicode } from './textRule.ts';

const notInMail = String.raw`\s${invisible}${loneSurrogate}@<>"(),;:\\[\]`;
const mailSign = `[^${notInMail}]`;
/** A part of the domain, between dots. */
const domainLabel = `[^${notInMail}.]`;
const pattern: Pattern = {
  pattern: unicode(`^${mailSign}+@${domainLabel}+([.]${domainLabel}+)*[.]${domainLabel}{2,}$`),
  message: 'mail',
};

export const mailKind: Kind = textBase({
  form: { name: 'mail', most: 254, own: pattern, secret: pattern, keepsOwn: true },
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
