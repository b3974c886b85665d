type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** A character of ASCII, or a letter of the Latin script: what a Latin layout types is the key itself. */
const isLatin = (key: string): boolean => /^(?:[ -~]|\p{Script=Latin})$/u.test(key);

/** What a key in this place types on the usual Latin layout; undefined for other places. */
function latinKeyAt({ code, shiftKey }: KeyPress): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1];
}

/**
 * The key of an event as shortcuts name it: a letter is the same with CapsLock on, in full width, and on a layout of
 * another script, such as the Cyrillic or the Greek one, where the place of the key counts (issue 33).
 */
export function normalizedKey(press: KeyPress): string {
  const typed = press.key.normalize('NFKC');
  if ([...typed].length !== 1) return press.key;
  return (isLatin(typed) ? typed : (latinKeyAt(press) ?? typed)).toLowerCase();
}

/**
 * Keys that act repeatedly while they are down: to the next and the previous record. All others act once per
 * press.
 */
const repeatableKeys: ReadonlySet<string> = new Set(['j', 'k']);

/**
 * True if the event is only the repetition of a key that has already acted. Something else may be on the screen since
 * then, which the user has not read: only a new press may act on it.
 */
export const isUnwantedRepeat = (event: KeyPress & Pick<KeyboardEvent, 'repeat'>): boolean =>
  event.repeat && !repeatableKeys.has(normalizedKey(event));
