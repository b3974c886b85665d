/** Participles that follow no rule, by their verb. */
const irregular: Readonly<Record<string, string>> = {
  begin: 'begun',
  break: 'broken',
  buy: 'bought',
  choose: 'chosen',
  drop: 'dropped',
  forget: 'forgotten',
  give: 'given',
  hold: 'held',
  keep: 'kept',
  leave: 'left',
  lend: 'lent',
  make: 'made',
  pay: 'paid',
  plan: 'planned',
  put: 'put',
  read: 'read',
  run: 'run',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  ship: 'shipped',
  stop: 'stopped',
  submit: 'submitted',
  take: 'taken',
  withdraw: 'withdrawn',
  write: 'written',
};

function participle(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  // As in “cancelled” and “transferred”.
  if (/[aeiou]l$/.test(verb) && !/(ea|oo|ai|ei|oi)l$/.test(verb)) return `${verb}led`;
  if (/[^f]fer$/.test(verb)) return `${verb}red`;
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
