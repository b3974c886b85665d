/** Participles that follow no rule, by their verb. */
const irregular: Readonly<Record<string, string>> = {
  begin: 'begun',
  bid: 'bid',
  bind: 'bound',
  break: 'broken',
  bring: 'brought',
  broadcast: 'broadcast',
  build: 'built',
  buy: 'bought',
  catch: 'caught',
  choose: 'chosen',
  come: 'come',
  cost: 'cost',
  cut: 'cut',
  deal: 'dealt',
  do: 'done',
  draw: 'drawn',
  feed: 'fed',
  find: 'found',
  forbid: 'forbidden',
  forget: 'forgotten',
  freeze: 'frozen',
  get: 'got',
  give: 'given',
  go: 'gone',
  grow: 'grown',
  hang: 'hung',
  hide: 'hidden',
  hit: 'hit',
  hold: 'held',
  keep: 'kept',
  know: 'known',
  lay: 'laid',
  lead: 'led',
  leave: 'left',
  lend: 'lent',
  let: 'let',
  lose: 'lost',
  make: 'made',
  mean: 'meant',
  meet: 'met',
  pay: 'paid',
  put: 'put',
  quit: 'quit',
  read: 'read',
  run: 'run',
  see: 'seen',
  seek: 'sought',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  show: 'shown',
  shut: 'shut',
  speak: 'spoken',
  spend: 'spent',
  split: 'split',
  spread: 'spread',
  stand: 'stood',
  take: 'taken',
  teach: 'taught',
  tell: 'told',
  think: 'thought',
  throw: 'thrown',
  win: 'won',
  write: 'written',
};

/** Before a verb, these leave its participle as it is: `resend` is `resent`. */
const prefix = /^(re|un|over|with|up)/;

/** A verb whose participle follows no rule, also after a prefix. */
function irregularParticiple(verb: string): string | undefined {
  const known = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (known !== undefined) return known;
  const [before = ''] = prefix.exec(verb) ?? [];
  const rest = before && irregular[verb.slice(before.length)];
  return rest ? before + rest : undefined;
}

/** The participle of a verb. Verbs of one syllable, and those such as `submit` and `refer`, double their last letter. */
function participle(verb: string): string {
  const known = irregularParticiple(verb);
  if (known !== undefined) return known;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  // As in “cancelled” and “transferred”.
  if (/[aeiou]l$/.test(verb) && !/(ea|oo|ai|ei|oi)l$/.test(verb)) return `${verb}led`;
  const stem = verb.replace(prefix, '');
  const isDoubled = /^[^aeiou]+[aeiou][^aeiouwxy]$/.test(stem) || /([^f]fer|mit|cur)$/.test(verb);
  if (isDoubled) return `${verb}${verb.at(-1)}ed`;
  return `${verb}ed`;
}

/**
 * The name of an operation as something that has happened: `confirm` is `confirmed`, `turn_down` is `turned_down`. A
 * declaration names another where this reads wrong.
 */
export function pastTense(name: string): string {
  const [verb = '', ...rest] = name.split('_');
  return [participle(verb), ...rest].join('_');
}
