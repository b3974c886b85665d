import fc from 'fast-check';
import type { Field } from '../../contract/schema/field/field.ts';

/** Random JSON values for a field: near its limits, far from them, and of other types. */

const strangers: unknown[] = [
  null,
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.5,
  -1.5,
  1e21,
  1e300,
  5e-324,
  2 ** 31,
  2 ** 53,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  '\u00a0',
  '0',
  '1',
  'true',
  'null',
  '\u0000',
  '\ud800',
  [],
  {},
  [null],
  [[]],
  { a: null },
  [{ a: [null] }],
];
const stranger = fc.constantFrom(...strangers);

const signs = {
  text: ['a', 'Z', '0', '-', ' ', '.', '中', '😀', 'é', '👨‍👩‍👧', '\u0301'],
  longText: ['a', '\n', '0\t', '中', '😀', 'é', '👨‍👩‍👧', '\u0301'],
  mail: ['a', 'Z', '0', '-', '.', '中', '😀', 'é', ' '],
  phone: ['0', '5', '1 2', '-', '9', '３', 'x'],
  url: ['a', '/', '?', '.', '%', '中', '😀', '@', ':'],
  richText: ['a', '\n', '# ', '中', '<b>', '😀'],
} as const;
const spoilers = [
  '\u0000',
  '\u0001',
  '\n',
  '\r',
  '\t',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ud83d',
  '\udc00',
  '\u200b',
  '\ufeff',
  '@',
  '\\',
];

/** The character repeated to this number of code units, or to about this number by other ways of counting. */
const repeats = (sign: string, size: number): string[] => [
  sign.repeat(Math.max(0, size)),
  sign.repeat(Math.max(0, Math.floor(size / sign.length))),
  `${sign.repeat(Math.max(0, Math.floor(size / sign.length)))}${'x'.repeat(Math.max(0, size % sign.length))}`,
];

const spoilt = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom(...spoilers), fc.nat()).map(([one, spoiler, at]) => {
    const place = at % (one.length + 1);
    return one.slice(0, place) + spoiler + one.slice(place);
  });

const usualMax = { text: 200, longText: 2000, mail: 254, phone: 30, url: 2000, richText: 20_000 } as const;

/** Texts of about the minimum and maximum length, padded between a prefix and a suffix. */
function sized({ min = 0, max, matches, ...field }: Field, begin = '', end = '') {
  const kind = field.kind as keyof typeof usualMax;
  const most = max ?? usualMax[kind];
  const around = (bound: number) => [bound - 1, bound, bound + 1];
  const size = fc.constantFrom(...around(min), ...around(most), ...around(Math.ceil(most / 2)), 2 * most, 3, 5, 12);
  return fc
    .tuple(size, fc.constantFrom(...(matches ? ['a', 'Z', 'b', '@'] : signs[kind])), fc.nat(2))
    .map(([all, sign, way]) => begin + (repeats(sign, all - begin.length - end.length)[way] ?? '') + end);
}

const words: Readonly<Record<keyof typeof usualMax, readonly string[]>> = {
  url: [
    'https://a.example',
    'http://a.example/b?c=d#e',
    'https://中文.example/路',
    'https://a.b:8080',
    'http://localhost:1',
    'javascript:alert(1)',
    'https://',
    'https:///a',
    'ftp://a.b',
    'https://a b',
    'https://u:p@a.b',
    'HTTPS://a.b',
    'https://a.b:x',
    'https://a.b\\c',
    'data:text/html,x',
    ' https://a.b ',
    'https://a.b/"',
    'https://a.b/<',
  ],
  richText: ['# two\nlines', '**bold**', '<script>alert(1)</script>', '[x](javascript:alert(1))', '\nouter\n'],
  text: ['abc', 'AbC', 'user.name', 'a@b-c_d', ' padded ', 'two words', '\u3000中文\u3000'],
  longText: ['two\nlines', 'tab\there', '\nouter\n', 'a\r\nb'],
  mail: [
    'a@b.co',
    'a@b.c',
    'a@b.😀',
    'a@b.😀😀',
    'a@.b.co',
    'a@b..co',
    '@b.co',
    'a@b@c.co',
    'a@b.co.',
    'ü@ö.de',
    'a.b+c@d-e.example',
    '😀@b.co',
    'a@b.c d',
  ],
  phone: ['1234', '+861', '+86 10 1234-5678', '123', '1--2', '+', '12 34 ', '٣٤٥٦', '+0 -0', '１２３４'],
};

const tagValues = ({ max = 20 }: Field): fc.Arbitrary<unknown> => {
  const word = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        'a',
        'b',
        '中文',
        'two words',
        '😀',
        'x'.repeat(30),
        ' padded ',
        "o'k",
        '{"}',
        'NULL',
        '\\',
      ),
    },
    fc.constantFrom<unknown>('', ' ', 'a,b', '，', 'x'.repeat(31), '\n', '\ud800', 1, null),
  );
  return fc.oneof(
    fc.uniqueArray(word, { maxLength: 4 }),
    fc.array(word, { maxLength: max + 2 }),
    fc.constantFrom('a', 'a,b'),
  );
};

/** What the schema of a JSON field cannot detect, such as a lone surrogate inside, has its own tests. */
const jsonValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 4, noUnicodeString: true } as never) },
  fc.constantFrom<unknown>({}, [], { a: { b: [1, ' padded ', null, true] } }, { '': '', constructor: 1 }, '{}', 'x'),
);

function texts(field: Field): fc.Arbitrary<string> {
  const kind = field.kind as keyof typeof usualMax;
  const begins = kind === 'phone' ? '+1' : kind === 'url' ? 'https://a.b/' : '';
  const filled = sized(
    field,
    kind === 'mail' ? 'a' : begins,
    kind === 'mail' ? '@b.example' : kind === 'phone' ? '9' : '',
  );
  const plain = fc.oneof(fc.constantFrom(...words[kind]), sized(field), filled);
  const any = fc.string({ unit: 'binary', maxLength: 12 });
  return fc.oneof({ weight: 7, arbitrary: plain }, { weight: 2, arbitrary: spoilt(plain) }, any);
}

function numbersOf({ kind, min = kind === 'reference' ? 1 : 0, max }: Field): fc.Arbitrary<number> {
  const most = max ?? (kind === 'money' ? Number.MAX_SAFE_INTEGER : 2_147_483_647);
  const near = [min, most].flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5, -bound]);
  return fc.oneof(fc.constantFrom(...near), fc.integer({ min, max: most }), fc.double({ noNaN: true }), fc.integer());
}

/** Texts of digits near the limits of a decimal, with more and fewer digits than it allows. */
function decimalsOf({ precision = 15, scale = 2, min = 0, max }: Field): fc.Arbitrary<unknown> {
  const parts = fc.oneof(
    ...[min, ...(max === undefined ? [] : [max])].map((bound) =>
      fc.integer({ min: -12, max: 12 }).map((step) => BigInt(Math.round(bound * 10 ** scale)) + BigInt(step)),
    ),
    fc.bigInt({ min: -(10n ** BigInt(precision)), max: 10n ** BigInt(precision) }),
  );
  const text = fc.tuple(parts, fc.nat(3)).map(([all, way]) => {
    const digits = String(all < 0n ? -all : all).padStart(scale + 1, '0');
    const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
    const sign = all < 0n ? '-' : '';
    const forms = [fraction, fraction.replace(/0+$/, ''), `${fraction}0`, fraction.slice(0, -1)];
    return `${sign}${whole}${forms[way] ? `.${forms[way]}` : ''}`;
  });
  const odd = [
    '',
    '.5',
    '5.',
    '-0',
    '-0.0',
    '-0.01',
    '00',
    '1e3',
    '+1',
    ' 1 ',
    '1,5',
    '１',
    'NaN',
    'Infinity',
    '0x1',
    '1.',
    1,
    0.5,
  ];
  return fc.oneof({ weight: 6, arbitrary: text }, fc.constantFrom<unknown>(...odd));
}

const two = (value: number) => String(value).padStart(2, '0');
const day = fc
  .tuple(fc.constantFrom(1969, 1970, 1999, 2000, 2024, 2026, 2100, 2400, 9998, 9999, 10_000), fc.nat(13), fc.nat(32))
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);
const earlier = fc.constantFrom(
  '1899-12-31',
  '1900-01-01',
  '1900-02-28',
  '1900-02-29',
  '1904-02-29',
  '1969-12-31',
  '0001-01-01',
);
const edges = fc.constantFrom(
  '2024-02-29',
  '2026-02-29',
  '2100-02-29',
  '2000-02-29',
  '2026-02-30',
  '2026-04-31',
  '9999-12-31',
  '1970-01-01',
);
const time = fc
  .tuple(
    fc.constantFrom(0, 9, 23, 24),
    fc.constantFrom(0, 59, 60),
    fc.constantFrom('', ':00', ':59', ':60', ':5', ':30.5', ':30.123456789', ':00.1234567890'),
  )
  .map(([hour, minute, rest]) => `${two(hour)}:${two(minute)}${rest}`);
const offset = fc.constantFrom(
  'Z',
  'Z',
  'z',
  '',
  '+08:00',
  '-05:30',
  '+00:00',
  '-00:00',
  '+23:59',
  '-23:59',
  '+24:00',
  '+8',
  '+0800',
  ' Z',
);
const moments = fc.oneof(
  fc.tuple(fc.oneof(day, edges), fc.constantFrom('T', 'T', 'T', 't', ' '), time, offset).map((parts) => parts.join('')),
  fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.tuple(edges, fc.constantFrom('T00:00:00', 'T12:00', 'T23:59:59.999'), offset).map((parts) => parts.join('')),
  fc.constantFrom(
    '2026-01-01',
    '2026-01-01T00:00:00Z\n',
    ' 2026-01-01T00:00:00Z ',
    '٢٠٢٦-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
  ),
);

const days = fc.oneof(
  day,
  edges,
  earlier,
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom<unknown>(
    '2026-1-5',
    '20260105',
    '2026-01-05T00:00:00Z',
    '2026-01-05\n',
    ' 2026-01-05 ',
    '٢٠٢٦-01-05',
    20_260_105,
  ),
);

const strayNames = ['b', 'other', '__proto__', 'constructor', 'toString', ''];

function objects({ fields = {} }: Field): fc.Arbitrary<unknown> {
  const known = fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fitting(field)])), {
    requiredKeys: Object.keys(fields).filter((name) => fields[name]?.required),
    noNullPrototype: true,
  });
  const spoilt = fc
    .tuple(known, fc.constantFrom(...strayNames, ...Object.keys(fields)), stranger)
    .map(([body, name, value]) => {
      const entries = Object.entries(body).filter(([own]) => own !== name);
      return Object.fromEntries(value === undefined ? entries : [...entries, [name, value]]);
    });
  return fc.oneof({ weight: 4, arbitrary: known }, spoilt);
}

function lists({ items, max = 100 }: Field): fc.Arbitrary<unknown> {
  const item = items ? fitting(items) : stranger;
  const long = fc
    .tuple(item, fc.constantFrom(max - 1, max, max + 1, 10 * max))
    .map(([one, size]) => Array.from({ length: size }, () => one));
  return fc.oneof({ weight: 3, arbitrary: fc.array(item, { maxLength: 3 }) }, long);
}

const fileId = fc.oneof(
  { weight: 6, arbitrary: fc.uuid() },
  fc.constantFrom<unknown>('', 'x', 'A0000000-0000-4000-8000-000000000000', '../../secret.key', 7, null),
);
/** An upload by its id, with the properties of a response or with other ones. */
const fileValues: fc.Arbitrary<unknown> = fc
  .record(
    {
      id: fileId,
      name: fc.constantFrom<unknown>('a.pdf', '中文.pdf', '', 7),
      size: fc.constantFrom<unknown>(0, 5, 0.5, '5'),
      type: fc.constantFrom<unknown>('application/pdf', null),
      sha256: fc.constantFrom<unknown>('ab', {}),
      other: fc.constant(1),
    },
    { requiredKeys: ['id'], noNullPrototype: true },
  )
  // Other properties are mostly omitted, so that some values are valid.
  .map(({ other, name, size, type, sha256, ...id }) => {
    if (other && size === 0) return { ...id, other };
    return sha256 === 'ab' ? id : { ...id, name, size, type, sha256 };
  });

/** Values of about the type of the field. */
function fitting(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'integer':
    case 'money':
    case 'reference':
      return numbersOf(field);
    case 'tags':
      return tagValues(field);
    case 'json':
      return jsonValues;
    case 'file':
      return fileValues;
    case 'decimal':
      return decimalsOf(field);
    case 'date':
      return days;
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...(field.choices ?? []).flatMap(({ id }) => [id, id, ` ${id} `, Number(id), String(id)]));
    case 'dateTime':
      return moments;
    case 'object':
    case 'localizedText':
      return objects(field);
    case 'list':
      return lists(field);
    default:
      return texts(field);
  }
}

/** Values for a field, of its type and of others; without values that JSON cannot represent. */
export const valuesFor = (field: Field): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fitting(field) }, stranger).filter((value) => !Number.isNaN(value));
