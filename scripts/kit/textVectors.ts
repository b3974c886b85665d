import { hour, type Maker, now } from './vectors.ts';

const fold = (text: string, at: number, by: string): string =>
  (text.match(new RegExp(`.{1,${at}}`, 'g')) ?? []).join(by);

/** The licence with what mails and terminals add, which is no part of it. */
function wrapped({ good, add }: Maker): void {
  const folds: Readonly<Record<string, string>> = {
    LF: '\n',
    CRLF: '\r\n',
    CR: '\r',
    'a blank': ' ',
    'a tab': '\t',
    'an empty line': '\r\n\r\n',
    'an indent': '\n    ',
    'a quotation of a mail': '\r\n> ',
    'a quotation in a quotation': '\n>> ',
    'a soft line break': '=\r\n',
    'a soft line break after a blank': '= \n',
    'a soft line break in a quotation': '=\n> ',
    'a shell continuation': '\\\n',
    'an escaped line break': '\\r\\n',
    'a frame of a table': ' |\n| ',
    'a soft hyphen': '\u00ad',
    'a zero-width space': '\u200b',
    'a zero-width joiner': '\u200d',
    'a word joiner': '\u2060',
    'a no-break space': '\u00a0',
    'an ideographic space': '\u3000',
    'a line separator': '\u2028',
    'a right-to-left mark': '\u200f',
    'NUL, as in UTF-16': '\0',
    'a colour of a terminal': '\u001b[0m\u001b[1;32m',
    'a next-line character': '\u0085',
  };
  for (const [name, by] of Object.entries(folds))
    for (const at of [64, 76]) add(`wrapped at ${at} by ${name}`, 'ok', fold(good, at, by));
  const around: Readonly<Record<string, readonly [string, string]>> = {
    'double quotes': ['"', '"'],
    'single quotes': ["'", "'"],
    'escaped quotes': ['\\"', '\\"'],
    'curly quotes': ['\u201c', '\u201d'],
    'single curly quotes': ['\u2018', '\u2019'],
    'low quotes': ['\u201e', '\u201c'],
    guillemets: ['\u00ab\u00a0', '\u00a0\u00bb'],
    'single guillemets': ['\u2039', '\u203a'],
    'corner brackets': ['\u300c', '\u300d'],
    'white corner brackets': ['\u300e', '\u300f'],
    'full-width quotes': ['\uff02', '\uff02'],
    'angle brackets': ['<', '>'],
    'a code fence': ['```\n', '\n```'],
    backticks: ['`', '`'],
    'a byte order mark': ['\ufeff', ''],
    'a byte order mark and CRLF': ['\ufeff', '\r\n'],
    'white space': ['\n\n   ', '   \r\n\r\n'],
    'a bracketed paste': ['\u001b[200~', '\u001b[201~'],
    'marks of direction': ['\u202a', '\u202c'],
    'isolates of direction': ['\u2066', '\u2069'],
  };
  for (const [name, [before, after]] of Object.entries(around)) add(`within ${name}`, 'ok', `${before}${good}${after}`);
  add('a quoted mail with a byte order mark', 'ok', `\ufeff> \u201c${fold(good, 72, '\r\n> ')}\u201d\r\n>\r\n`);
  add('white space of 20,000 characters around', 'ok', `${' '.repeat(10_000)}${good}${'\t'.repeat(10_000)}`);
}

/** Text that is no token, or more than one. */
function malformed({ good, add }: Maker): void {
  const [head = '', body = '', tail = ''] = good.split('.');
  const texts: Readonly<Record<string, string>> = {
    'one part': head,
    'two parts': `${head}.${body}`,
    'four parts': `${good}.${tail}`,
    'an encrypted token of five parts': `${head}.${body}.${tail}.${body}.${tail}`,
    'dots alone': '..',
    'a dot before': `.${good}`,
    'a dot after': `${good}.`,
    'twice the licence': `${good}${good}`,
    'twice the licence, apart': `${good}\n${good}`,
    'words around': `The licence is: ${good}`,
    'a sentence': 'Dear Ann, the licence is in the other mail.',
    'a comma after': `${good},`,
    'a bracket around': `(${good})`,
    padding: `${good}==`,
    'padding of the header': `${head}=.${body}.${tail}`,
    'a plus in the signature': `${head}.${body}.+${tail.slice(1)}`,
    'a slash in the payload': `${head}.${body.slice(0, -1)}/.${tail}`,
    'a letter that looks the same (Cyrillic)': good.replace('e', '\u0435'),
    'full-width letters': good.replace('e', '\uff45'),
    'an emoji': `${good}\u{1f511}`,
    'JSON instead': '{"licence":1}',
    'a header of an impossible length': `AAAAA.${body}.${tail}`,
    'a signature that ends early': good.slice(0, -1),
    'a signature of 63 bytes': good.slice(0, -2),
    'a signature of 65 bytes': `${good.slice(0, -1)}AAA`,
    'no signature': `${head}.${body}.`,
    'a payload of an impossible length': `${head}.A.${tail}`,
    'trailing data': `${good}AAAA`,
  };
  for (const [name, text] of Object.entries(texts)) add(name, 'malformed', text);
  for (const [name, text] of Object.entries({
    'no text': '',
    'white space alone': ' \r\n\t',
    'quotes alone': '"\u201d\ufeff',
  }))
    add(name, 'empty', text);
  add('a header that is empty', 'malformed', `.${body}.${tail}`);
  add('16,384 characters', 'malformed', 'A'.repeat(16_384));
  add('16,385 characters', 'too_large', 'A'.repeat(16_385));
  add('a huge licence', 'too_large', `${head}.${'A'.repeat(20_000)}.${tail}`);
  add('a huge text that is no token', 'malformed', '!'.repeat(20_000));
}

/** Base64url that decodes to the same bytes, but is not canonical (RFC 4648, 3.5). */
async function notCanonical({ good, add, sign }: Maker): Promise<void> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const [head = '', body = '', tail = ''] = good.split('.');
  const withBit = (part: string, bit: number): string =>
    part.slice(0, -1) + alphabet[alphabet.indexOf(part.at(-1) ?? '') | bit];
  for (const bit of [1, 2, 4, 8])
    add(`unused bit ${bit} in the signature`, 'malformed', `${head}.${body}.${withBit(tail, bit)}`);
  for (const more of ['', 'x', 'xx']) {
    const token = await sign({ jti: `a${more}`, iat: now - hour });
    const [, payload = ''] = token.split('.');
    const rest = payload.length % 4;
    const changed = token.replace(payload, withBit(payload, 1));
    if (rest > 0) add(`an unused bit in a payload of ${rest} more than a multiple of 4`, 'malformed', changed);
  }
  const headers = ['{}', '{} ', '{}  '].map((text) => Buffer.from(text).toString('base64url'));
  for (const header of headers.filter(({ length }) => length % 4 > 0))
    add(`an unused bit in the header ${header}`, 'malformed', `${withBit(header, 1)}.${body}.${tail}`);
}

/** Vectors of the reading of the text. */
export async function addTextVectors(maker: Maker): Promise<void> {
  maker.add('the licence', 'ok', maker.good);
  wrapped(maker);
  malformed(maker);
  await notCanonical(maker);
}
