import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkOf } from '../../server/core/security/network.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { type Answer, ok, password } from '../support/product.ts';
import { scale } from '../support/scale.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres');
});
afterAll(() => cast.close());

let networks = 0;
/** An address without earlier requests. */
const elsewhere = () => {
  networks += 1;
  return `10.1.${networks >> 8}.${networks & 255}`;
};
const signIn = (name: string, password_: string, address: string) =>
  cast.request('POST', '/v1/auth/login', { body: { name, password: password_ }, address });
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const withCode = (answers: Answer[], code: string) => answers.filter(({ body }) => body.code === code);
const someone = async (name: string) => {
  await ok(cast.admin.post('/v1/user', { name, nick_name: name, role_id: 2, password }));
  return name;
};

describe('guesses at a password (B3, D6)', () => {
  it('are counted before they are looked at: of many at once, five are', async () => {
    const [name, address] = [await someone('guessed'), elsewhere()];
    const answers = await times(scale(60, 200), (at) => signIn(name, `Guess-${at}`, address));
    expect(withCode(answers, 'login_failed')).toHaveLength(5);
    expect(withCode(answers, 'login_locked')).toHaveLength(answers.length - 5);
    const right = await signIn(name.toUpperCase(), password, address);
    expect([right.status, right.body.title]).toEqual([422, 'Too many failed attempts, try again in 15 minutes']);
    expect((await signIn(name, password, elsewhere())).status).toBe(200);
  });

  it('are counted for their address, whatever the names', async () => {
    const address = elsewhere();
    const rounds: Answer[][] = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push(await times(11, (at) => signIn(`nobody.${round}.${at}`, password, address)));
    expect(withCode(rounds.flat(), 'login_failed')).toHaveLength(30);
    expect(withCode(rounds.flat(), 'login_locked')).toHaveLength(3);
    expect((await signIn('operations', password, address)).body.code).toBe('login_locked');
    expect((await signIn('operations', password, elsewhere())).status).toBe(200);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:10.2.0.1', '10.2.0.1', true],
    ['10.2.0.1', '10.2.0.2', false],
    ['', '10.2.0.1', false],
  ])('from %s and from %s: of one network %s', (one, other, same) => {
    expect(networkOf(one) === networkOf(other)).toBe(same);
  });

  it('from everywhere delay their account, and lock nobody out of it', async () => {
    const name = await someone('wanted');
    const validated = withCode(await times(12, (at) => signIn(name, `Guess-${at}`, elsewhere())), 'login_failed');
    expect(validated).toHaveLength(12);
    const begin = performance.now();
    expect((await signIn(name, password, elsewhere())).status).toBe(200);
    expect(performance.now() - begin).toBeGreaterThan(700);
  });

  it('are forgiven to whoever knows it: only failures count', async () => {
    const [name, address] = [await someone('forgiven'), elsewhere()];
    for (let round = 0; round < 2; round += 1) {
      const failed = await times(4, (at) => signIn(name, `Guess-${at}`, address));
      expect(withCode(failed, 'login_failed')).toHaveLength(4);
      expect((await signIn(name, password, address)).status).toBe(200);
    }
  });
});

describe('the old password (B5)', () => {
  it('is asked for five times, and then not even the right one is taken', async () => {
    const { key } = await cast.login(await someone('stolen'));
    const change = (old: string) =>
      cast.request('POST', '/v1/auth/password', {
        key,
        address: elsewhere(),
        body: { password: old, password1: 'Another-2026', password2: 'Another-2026' },
      });
    const answers = await times(scale(20, 60), (at) => change(`Guess-${at}`));
    expect(withCode(answers, 'password_old')).toHaveLength(5);
    const right = await change(password);
    expect([right.status, right.body.error.fields]).toEqual([
      422,
      { password: ['Too many failed attempts, try again in 15 minutes'] },
    ]);
  });

  it('is needed for the own one: an edit of oneself does not set it (D7)', async () => {
    for (const self of [cast.admin, cast.sales, cast.customer]) {
      const answer = await self.post(`/v1/user/${self.id}`, { password: 'Another-2026' });
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['password']]);
    }
    for (const name of ['admin', 'sales', 'first'])
      expect((await signIn(name, password, elsewhere())).status).toBe(200);
    expect((await cast.admin.post(`/v1/user/${cast.admin.id}`, { nick_name: 'Ada' })).status).toBe(200);
  });
});

describe('hashing', () => {
  it('takes so many at once and tells the others to come back', async () => {
    const answers = await times(scale(60, 400), (at) => signIn(`stranger.${at}`, password, elsewhere()));
    const [validated, busy] = [withCode(answers, 'login_failed'), withCode(answers, 'busy')];
    expect(validated.length + busy.length).toBe(answers.length);
    expect(validated.length).toBeGreaterThan(9);
    expect(busy.length).toBeGreaterThan(scale(0, 300));
    for (const { status, headers, body } of busy) {
      expect([status, body.title]).toEqual([503, 'The server is busy, please try again in a moment']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('of one address leaves room for another', async () => {
    const flood = times(scale(50, 600), () => signIn('sales', password, '10.3.0.1'));
    expect((await signIn('operations', password, elsewhere())).status).toBe(200);
    expect((await flood).filter(({ status }) => status === 200).length).toBeLessThan(31);
  });

  it('holds no connection meanwhile: a reader does not wait for passwords that are set', async () => {
    const order: string[] = [];
    const make = async (at: number) => {
      const body = { name: `made.${at}`, nick_name: 'Made', role_id: 2, password };
      expect((await cast.admin.post('/v1/user', body)).status).toBe(200);
      order.push('made');
    };
    const makes = times(12, make);
    await ok(cast.sales.get('/v1/user/config'));
    order.push('read');
    await makes;
    expect(order[0]).toBe('read');
  });
});

describe('a hundred and fifty sign-ins at once', () => {
  let small: Cast;
  beforeAll(async () => {
    small = await startCast('pglite');
  });
  afterAll(() => small.close());

  it('leave room in the queue for the one connection of the embedded database, and all are answered', async () => {
    let longest = 0;
    const look = setInterval(() => {
      longest = Math.max(longest, small.database.waiting());
    }, 1);
    const signIns = times(150, (at) =>
      small.request('POST', '/v1/auth/login', { body: { name: `stranger.${at}`, password }, address: elsewhere() }),
    );
    const answers = await signIns;
    clearInterval(look);
    expect(longest).toBeLessThan(40);
    expect([...new Set(answers.map(({ body }) => body.code))].sort()).toEqual(['busy', 'login_failed']);
  });
});
