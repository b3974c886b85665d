import { signAny } from './testKeys.ts';
import { day, hour, licence, type Maker, now } from './vectors.ts';

const others = [
  { jti: 'a-1', revoked_at: now - 9 * day },
  { jti: 'a-2', revoked_at: now - 8 * day },
];
const ours = { jti: licence.jti, revoked_at: now - 2 * hour };
const failback = { jti: `${licence.jti}.failback`, revoked_at: now - 2 * hour };

const made = { iat: now - hour, exp: now + 7 * day };

/** Lists that the product signs. */
async function addLists({ addList, next, stranger }: Maker): Promise<void> {
  await addList('empty', { ...made, version: 0, revoked: [] });
  await addList('others', { ...made, version: 2, revoked: others });
  await addList('ours', { ...made, version: 3, revoked: [...others, ours] });
  await addList('failback', { ...made, version: 3, revoked: [...others, failback] });
  await addList('old', { iat: now - 30 * day, exp: now - 23 * day, version: 2, revoked: others });
  await addList('old with ours', { iat: now - 30 * day, exp: now - 23 * day, version: 3, revoked: [...others, ours] });
  await addList('ends now', { iat: now - 7 * day, exp: now, version: 2, revoked: others });
  await addList('delta 2 to 3', { iat: now - 60, exp: now + 7 * day, version: 3, since: 2, revoked: [ours] });
  await addList('delta 2 to 2', { iat: now - 60, exp: now + 7 * day, version: 2, since: 2, revoked: [] });
  await addList('delta 3 to 4', {
    iat: now - 30,
    exp: now + 7 * day,
    version: 4,
    since: 3,
    revoked: others.slice(0, 1),
  });
  await addList('delta 0 to 3', {
    iat: now - 60,
    exp: now + 7 * day,
    version: 3,
    since: 0,
    revoked: [...others, ours],
  });
  await addList('delta to old', { iat: now - 60, exp: now + 7 * day, version: 3, since: 2, revoked: [] });
  await addList('of the newer key', { ...made, version: 3, revoked: [ours] }, next);
  await addList('of a stranger', { ...made, version: 0, revoked: [] }, stranger);
  await addList('of tomorrow', { iat: now + day, exp: now + 8 * day, version: 2, revoked: others });
  await addList('of next week', { iat: now + 7 * day, exp: now + 14 * day, version: 2, revoked: others });
}

/** Lists that the product does not sign. */
function addWrongLists({ lists, vendor, stranger, good }: Maker): Record<string, string> {
  const header = { alg: 'EdDSA', typ: 'revocation-list+jwt', kid: vendor.kid };
  const claims = { ...made, version: 0, revoked: [] };
  const signed = (payload: object | string, more: object = {}) => signAny({ ...header, ...more }, payload, vendor);
  const whole = lists['others']?.text ?? '';
  lists['before versions'] = { text: signed({ iat: made.iat, revoked: others }), iat: made.iat };
  lists['before versions, with ours'] = { text: signed({ iat: made.iat, revoked: [ours] }), iat: made.iat };
  lists['with unknown claims'] = { text: signed({ ...claims, iss: 'https://licence.example' }), iat: made.iat };
  lists['wrapped'] = { text: `\ufeff"${whole.replace(/.{60}/g, '$&\r\n')}"`, iat: made.iat };
  return {
    'an empty text': '',
    'a licence': good,
    'HTML of a proxy': '<html>Sign in</html>',
    'a list under another typ': signed(claims, { typ: 'license+jwt' }),
    'a list with alg none': signed(claims, { alg: 'none' }),
    'a list of a stranger who names our key': signAny(header, claims, stranger),
    'a list that was changed': whole.replace(
      /\.[\w-]+\./,
      `.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ),
    'a list that ends early': whole.slice(0, -3),
    'a list without iat': signed({ version: 0, exp: made.exp, revoked: [] }),
    'a list with a text as version': signed({ ...claims, version: '0' }),
    'a list with null as exp': signed({ ...claims, exp: null }),
    'a list without entries': signed({ iat: made.iat, exp: made.exp, version: 0 }),
    'a list with a text for entries': signed({ ...claims, revoked: licence.jti }),
    'a list with an entry that is a text': signed({ ...claims, revoked: [licence.jti] }),
    'a list with an entry without a time': signed({ ...claims, revoked: [{ jti: 'a' }] }),
    'a list with entries twice': signed(JSON.stringify(claims).replace('}', ',"revoked":[]}')),
    'a delta alone': lists['delta 2 to 3']?.text ?? '',
  };
}

/** Vectors of the list of withdrawn licences. */
export async function addRevocationVectors(maker: Maker): Promise<void> {
  const { good, add, sign, lists } = maker;
  await addLists(maker);
  const wrong = addWrongLists(maker);
  for (const name of ['empty', 'others', 'failback', 'before versions', 'with unknown claims', 'wrapped'])
    add(`not withdrawn by the list ${name}`, 'ok', good, { revocations: [name] });
  add('no list', 'ok', good, { revocations: [] });
  add('withdrawn', 'revoked', good, { revocations: ['ours'] });
  add('withdrawn by a list before versions', 'revoked', good, { revocations: ['before versions, with ours'] });
  const second = { ...licence, generation: 2, jti: failback.jti };
  const secondText = await sign(second);
  add('a withdrawn failback licence', 'revoked', secondText, { revocations: ['failback'] }, second);
  add('a failback licence whose first is withdrawn alone', 'ok', secondText, { revocations: ['ours'] }, second);
  const capital = { ...licence, jti: licence.jti.toUpperCase() };
  add('an id in capital letters is another', 'ok', await sign(capital), { revocations: ['ours'] }, capital);
  add('withdrawn and expired', 'revoked', good, { revocations: ['ours'], now: licence.exp });
  add('withdrawn for another product', 'product_wrong', good, { revocations: ['ours'], product: 'OTHER' });
  add('withdrawn by an old list', 'revoked', good, { revocations: ['old with ours'], maxRevocationAge: day });
  add('withdrawn by a list of the newer key', 'revoked', good, { revocations: ['of the newer key'], keys: ['both'] });
  add('a delta that withdraws', 'revoked', good, { revocations: ['others', 'delta 2 to 3'] });
  add('a delta without withdrawals', 'ok', good, { revocations: ['others', 'delta 2 to 2'] });
  add('a delta that overlaps', 'revoked', good, { revocations: ['others', 'delta 0 to 3'] });
  add('two deltas', 'revoked', good, { revocations: ['others', 'delta 2 to 3', 'delta 3 to 4'] });
  add('a delta that renews an old list', 'ok', good, { revocations: ['old', 'delta to old'], maxRevocationAge: hour });
  add('a whole list after a delta', 'ok', good, { revocations: ['others', 'delta 2 to 3', 'others'] });
  add('a delta of a later version', 'revocations_wrong', good, { revocations: ['others', 'delta 3 to 4'] });
  add('a wrong delta after a list', 'revocations_wrong', good, { revocations: ['others', 'of a stranger'] });
  add('deltas in the wrong order', 'revocations_wrong', good, {
    revocations: ['others', 'delta 3 to 4', 'delta 2 to 3'],
  });
  for (const [name, text] of Object.entries(wrong)) {
    const before = lists[name];
    lists[name] = { text, iat: Number.NaN };
    if (before) throw new Error(`${name} twice`);
    add(name, 'revocations_wrong', good, { revocations: [name] });
  }
  add('a list of a stranger', 'revocations_wrong', good, { revocations: ['of a stranger'] });
  add('a wrong list for an expired licence', 'expired', good, { revocations: ['a licence'], now: licence.exp });
  add('a wrong list for another product', 'product_wrong', good, { revocations: ['a licence'], product: 'x' });
  add('a list is needed', 'revocations_missing', good, { maxRevocationAge: day });
  add('a list is needed for an expired licence', 'expired', good, { maxRevocationAge: day, now: licence.exp });
  add('a list after its end', 'revocations_stale', good, { revocations: ['old'] });
  add('the last second of a list', 'ok', good, { revocations: ['ends now'] });
  add('a second after the end of a list', 'revocations_stale', good, { revocations: ['ends now'], now: now + 1 });
  add('a list within the allowed age', 'ok', good, { revocations: ['others'], maxRevocationAge: hour });
  add('a list a second too old', 'revocations_stale', good, { revocations: ['others'], maxRevocationAge: hour - 1 });
  add('an old list that is allowed', 'ok', good, { revocations: ['old'], maxRevocationAge: 31 * day });
  add('a list before versions has no end', 'ok', good, { revocations: ['before versions'], now: now + 300 * day });
  add('a list too old by the last time seen', 'revocations_stale', good, {
    revocations: ['others'],
    maxRevocationAge: 2 * hour,
    lastSeen: now + 2 * hour,
  });
  add('a list of tomorrow: the clock is slow', 'ok', good, { revocations: ['of tomorrow'] });
  add('a list of next week: the clock was set back', 'clock_set_back', good, { revocations: ['of next week'] });
  add('a list shows that the licence has ended', 'expired', good, {
    revocations: ['of tomorrow'],
    now: licence.exp - day / 2,
    lastSeen: licence.exp,
  });
}
