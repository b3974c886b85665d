/** The key of an event; a letter is the same with CapsLock on. */
export const normalizedKey = ({ key }: Pick<KeyboardEvent, 'key'>): string =>
  key.length === 1 ? key.toLowerCase() : key;

/**
 * Keys that act repeatedly while they are down: to the next and the previous record. All others act once per
 * press.
 */
const repeatableKeys: ReadonlySet<string> = new Set(['j', 'k']);

/**
 * True if the event is only the repetition of a key that has already acted. Something else may be on the screen since
 * then, which the user has not read: only a new press may act on it.
 */
export const isUnwantedRepeat = (event: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean =>
  event.repeat && !repeatableKeys.has(normalizedKey(event));
