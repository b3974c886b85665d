import fc from 'fast-check';

/** Characters that texts are wrongly distinguished by, and some that they are not. */
const signs = [
  ...'aAzZ09 -_.@\'"\\%()[]<>/',
  ...'ßẞÄäÖſİıΣσςΆάЙйЁёҐґԱաႠⴀᎠꭰǅǆŒœØøĐđ',
  ...'ＡａＺｚ０９（）［］－＠　',
  ...'中文企业一丨カガか゛ｶﾞﾊﾟー가각ᄀ',
  ...'‐‒–—―−─【】〔〕《》〈〉«»「」『』“”‘’′·・•〜',
  ...'ﬁﬃ①㌔㍿²™…ﷺ',
  ...'😀👨👩👧❤🏳🏴🌈',
  ...'یخمहिन्दीക്',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '\u00ad',
  '\u0085',
  '\u0301',
  '\u0308',
  '\u034f',
  '\u061c',
  '\u1680',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2028',
  '\u202a',
  '\u202c',
  '\u202e',
  '\u2060',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\u{e0041}',
  '\u{e007f}',
];

/** Texts of such characters, and any other that a database can store. */
export const awkwardText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...signs) }, fc.string({ unit: 'binary', maxLength: 2 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join('').replaceAll('\0', ''));
