import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret } from '../../server/domain/webhook/webhook.ts';
import { isAllowedAddress, parseNetworks } from '../../server/gateways/webhook/publicAddress.ts';
import { createWebhookSender } from '../../server/gateways/webhook/sendWebhook.ts';
import { webhookUrlMistake } from '../../server/gateways/webhook/webhookAddress.ts';

/** Which addresses webhooks are sent to (issue 34, section 2). Nothing here opens a connection. */

const usual = { allowHttp: false, networks: [] };
const open = { allowHttp: true, networks: [] };

/** IANA's registry of special-purpose IPv4 addresses, and multicast. */
const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
];

/** IANA's registry of special-purpose IPv6 addresses, multicast, and what was withdrawn or never given out. */
const specialIPv6 = [
  '::/128',
  '::1/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/3',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const numberOfIPv4 = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

function numberOfIPv6(text: string): bigint {
  const [before = '', after] = text.split('::');
  const groups = (side: string) => side.split(':').filter(Boolean);
  const [head, tail] = [groups(before), groups(after ?? '')];
  const all = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return all.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}
const groupsOf = (value: bigint): string[] =>
  Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16));

const ipv4In = (network: string): fc.Arbitrary<number> => {
  const [start = '', length] = network.split('/');
  const size = 2 ** (32 - Number(length));
  return fc.oneof(fc.constantFrom(0, size - 1), fc.nat({ max: size - 1 })).map((at) => numberOfIPv4(start) + at);
};
const ipv6In = (network: string): fc.Arbitrary<bigint> => {
  const [start = '', length] = network.split('/');
  const last = (1n << BigInt(128 - Number(length))) - 1n;
  return fc.oneof(fc.constantFrom(0n, last), fc.bigInt({ min: 0n, max: last })).map((at) => numberOfIPv6(start) + at);
};

/** Every way in which a URL may write an IPv4 address, as browsers and curl read it. */
const spellings: Readonly<Record<string, (value: number) => string>> = {
  dotted,
  decimal: (value) => String(value),
  hexadecimal: (value) => `0x${value.toString(16)}`,
  octal: (value) => `0${value.toString(8)}`,
  'hexadecimal parts': (value) => [24, 16, 8, 0].map((at) => `0X${((value >>> at) & 255).toString(16)}`).join('.'),
  'octal parts': (value) => [24, 16, 8, 0].map((at) => `0${((value >>> at) & 255).toString(8)}`).join('.'),
  'two parts': (value) => `${value >>> 24}.${value & 0xffffff}`,
  'three parts': (value) => `${value >>> 24}.${(value >>> 16) & 255}.0x${(value & 0xffff).toString(16)}`,
  'trailing dot': (value) => `${dotted(value)}.`,
  'full width': (value) => dotted(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'ideographic stops': (value) => dotted(value).replaceAll('.', '。'),
  percent: (value) => dotted(value).replace(/\d/g, (digit) => `%3${digit}`),
};

/** Every way in which an IPv6 address may contain an IPv4 address. */
const embedded: Readonly<Record<string, (value: number) => string>> = {
  mapped: (value) => `::ffff:${dotted(value)}`,
  'mapped, in groups': (value) => `0:0:0:0:0:FFFF:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`,
  compatible: (value) => `::${dotted(value)}`,
  translated: (value) => `::ffff:0:${dotted(value)}`,
  NAT64: (value) => `64:ff9b::${dotted(value)}`,
  'local NAT64': (value) => `64:ff9b:1::${dotted(value)}`,
  '6to4': (value) => `2002:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}::1`,
  Teredo: (value) => `2001:0:4136:e378:8000:63bf:${(~value >>> 16).toString(16)}:${(~value & 0xffff).toString(16)}`,
};

const aSpecialIPv4 = fc.constantFrom(...specialIPv4).chain(ipv4In);
const aSpecialIPv6 = fc.constantFrom(...specialIPv6).chain(ipv6In);
const isIn = (value: number) => (network: string) => {
  const [start = '', length] = network.split('/');
  const size = 2 ** (32 - Number(length));
  return value >= numberOfIPv4(start) && value < numberOfIPv4(start) + size;
};
const aPublicIPv4 = fc.nat({ max: 2 ** 32 - 1 }).filter((value) => !specialIPv4.some(isIn(value)));
const aPublicIPv6 = fc
  .bigInt({ min: numberOfIPv6('2000::'), max: numberOfIPv6('3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff') })
  .filter((value) => !['2001', '2002', '2620'].includes(groupsOf(value)[0] ?? ''));

const request = {
  id: 'msg_1',
  now: 1_700_000_000_000,
  body: '{}',
  secrets: [newWebhookSecret()],
  signatures: 'v1',
} as const;
/** Delivers to a name that has these addresses. */
const deliverTo = (addresses: readonly string[], networks: readonly string[] = []) =>
  createWebhookSender({ networks, allowHttp: false, timeout: 200, lookup: async () => addresses })({
    ...request,
    url: 'https://receiver.test/hooks',
  });

describe('an address that is not public is refused', () => {
  it.each(Object.entries(spellings))('as a number of IPv4 in every spelling: %s', (_, spell) => {
    fc.assert(
      fc.property(aSpecialIPv4, fc.constantFrom('https', 'http'), (value, scheme) => {
        expect(webhookUrlMistake(`${scheme}://${spell(value)}/hooks`, open)).toBe('private_address');
      }),
    );
  });

  it.each(Object.entries(embedded))('as an IPv6 address with any IPv4 address in it: %s', (_, embed) => {
    fc.assert(
      fc.property(fc.oneof(aSpecialIPv4, aPublicIPv4), (value) => {
        expect(webhookUrlMistake(`https://[${embed(value)}]/`, usual)).toBe('private_address');
        expect(isAllowedAddress(embed(value), [])).toBe(false);
      }),
    );
  });

  it('as an IPv6 address, short, long, or in capitals', () => {
    fc.assert(
      fc.property(aSpecialIPv6, (value) => {
        const long = groupsOf(value)
          .map((group) => group.padStart(4, '0'))
          .join(':');
        for (const text of [groupsOf(value).join(':'), long, long.toUpperCase()])
          expect(webhookUrlMistake(`https://[${text}]:8443/`, usual), text).toBe('private_address');
        const { hostname } = new URL(`https://[${long}]`);
        expect(isAllowedAddress(hostname.slice(1, -1), []), hostname).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('at the first and the last address of every range', () => {
    for (const network of specialIPv4) {
      const [start = '', length] = network.split('/');
      const first = numberOfIPv4(start);
      for (const value of [first, first + 2 ** (32 - Number(length)) - 1])
        expect(isAllowedAddress(dotted(value), []), dotted(value)).toBe(false);
    }
    for (const network of specialIPv6) {
      const [start = '', length] = network.split('/');
      const first = numberOfIPv6(start);
      for (const value of [first, first + (1n << BigInt(128 - Number(length))) - 1n])
        expect(isAllowedAddress(groupsOf(value).join(':'), []), groupsOf(value).join(':')).toBe(false);
    }
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost', 'local%68ost'])(
    'as the name of this machine: %s',
    (name) => {
      expect(webhookUrlMistake(`https://${name}/`, usual)).toBe('private_address');
      expect(webhookUrlMistake(`http://${name}:8080/`, { ...open, networks: ['127.0.0.0/8'] })).toBeUndefined();
      // A name that only looks similar is an ordinary one.
      expect(webhookUrlMistake('https://notlocalhost.example/', usual)).toBeUndefined();
    },
  );

  it('as one of the addresses of a name, wherever it is among them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          aSpecialIPv4.map(dotted),
          aSpecialIPv6.map((value) => groupsOf(value).join(':')),
        ),
        fc.array(aPublicIPv4.map(dotted), { maxLength: 8 }),
        fc.nat(),
        async (special, others, place) => {
          const addresses = others.toSpliced(place % (others.length + 1), 0, special);
          const { milliseconds, ...answer } = await deliverTo(addresses);
          expect(answer).toEqual({ ok: false, error: 'refused_address', headers: {} });
        },
      ),
    );
  });

  it.each([
    '',
    'nonsense',
    '1.2.3',
    '0x8.8.8.8',
    '08.8.8.8',
    '8.8.8.8 ',
    '[2606:4700::1]',
    'fe80::1%eth0',
    '::ffff:8.8.8.8',
  ])('as an answer of a look-up that is no usual form of a public address: "%s"', async (address) => {
    expect(await deliverTo([address])).toMatchObject({ ok: false, error: 'refused_address' });
  });

  it('and a name without addresses has none to refuse', async () => {
    expect(await deliverTo([])).toMatchObject({ ok: false, error: 'dns', headers: {} });
  });
});

describe('an address that is public, or of the operator, is allowed', () => {
  it('for every public IPv4 address in every spelling', () => {
    fc.assert(
      fc.property(aPublicIPv4, fc.constantFrom(...Object.values(spellings)), (value, spell) => {
        expect(webhookUrlMistake(`https://${spell(value)}/`, usual)).toBeUndefined();
        expect(isAllowedAddress(dotted(value), [])).toBe(true);
      }),
    );
  });

  it('for every public IPv6 address', () => {
    fc.assert(
      fc.property(aPublicIPv6, (value) => {
        expect(webhookUrlMistake(`https://[${groupsOf(value).join(':')}]/`, usual)).toBeUndefined();
      }),
    );
  });

  it('in a network of WEBHOOK_NETWORKS, and not beside it', () => {
    const networks = parseNetworks(['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32', '::1']);
    for (const address of ['10.1.0.0', '10.1.255.255', '192.168.7.7', 'fd00:1::5', '::1'])
      expect(isAllowedAddress(address, networks), address).toBe(true);
    for (const address of ['10.2.0.0', '192.168.7.8', 'fd00:2::5', '::2', '::ffff:10.1.0.1', '64:ff9b::a01:1'])
      expect(isAllowedAddress(address, networks), address).toBe(false);
  });

  it.each(['10.0.0.0/33', 'example.com', '10.0.0.0/8,192.168.0.0/16', '', '::/129'])(
    'and a network that is none is refused at the start: "%s"',
    (network) => {
      const text = `"${network}" is no network such as 10.0.0.0/8`;
      expect(() => createWebhookSender({ networks: [network], allowHttp: false })).toThrow(text);
    },
  );
});

describe('the address of a webhook', () => {
  it.each([
    ['https://example.com/hooks?a=b', undefined],
    ['https://example.com:443/', undefined],
    ['https://example.com:8443/', undefined],
    ['https://例子.测试/钩子', undefined],
    ['https://example.com./', undefined],
    ['HTTPS://EXAMPLE.COM', undefined],
    ['', 'invalid'],
    ['example.com', 'invalid'],
    ['/hooks', 'invalid'],
    ['https://', 'invalid'],
    ['https:///', 'invalid'],
    ['https://?a', 'invalid'],
    ['https://:443/', 'invalid'],
    ['https://exa mple.com/', 'invalid'],
    ['https://example.com:99999/', 'invalid'],
    ['https://1.2.3.4.5/', 'invalid'],
    ['https://256.1.1.1/', 'invalid'],
    ['https://[::1', 'invalid'],
    ['https://[fe80::1%25eth0]/', 'invalid'],
    ['http://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['unix:/run/docker.sock', 'scheme'],
    ['wss://example.com/', 'scheme'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:word@example.com/', 'credentials'],
    ['https://:word@example.com/', 'credentials'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://127.0.0.1/', 'private_address'],
    ['https://example.com@127.0.0.1/', 'credentials'],
    ['https://127.0.0.1\\@example.com/', 'private_address'],
    ['https://0/', 'private_address'],
  ])('%s: %s', (url, mistake) => {
    expect(webhookUrlMistake(url, usual)).toBe(mistake);
  });

  it('has at most 2,000 characters', () => {
    const url = (length: number) => 'https://example.com/'.padEnd(length, 'a');
    expect(webhookUrlMistake(url(2000), usual)).toBeUndefined();
    expect(webhookUrlMistake(url(2001), usual)).toBe('too_long');
  });

  it('may have http and other ports with WEBHOOK_HTTP, still without credentials and only to public addresses', () => {
    expect(webhookUrlMistake('http://example.com:8080/', open)).toBeUndefined();
    expect(webhookUrlMistake('https://example.com:9000/', open)).toBeUndefined();
    expect(webhookUrlMistake('ftp://example.com/', open)).toBe('scheme');
    expect(webhookUrlMistake('http://a:b@example.com/', open)).toBe('credentials');
    expect(webhookUrlMistake('http://10.0.0.1/', open)).toBe('private_address');
    expect(webhookUrlMistake('http://10.0.0.1/', { ...open, networks: ['10.0.0.0/8'] })).toBeUndefined();
  });

  it('is checked again at each delivery, since settings may have changed', async () => {
    const send = createWebhookSender({ networks: [], allowHttp: false, lookup: async () => ['127.0.0.1'] });
    expect(await send({ ...request, url: 'http://example.com/' })).toMatchObject({ ok: false, error: 'invalid_url' });
    expect(await send({ ...request, url: 'https://10.0.0.1/' })).toMatchObject({ ok: false, error: 'refused_address' });
  });
});
