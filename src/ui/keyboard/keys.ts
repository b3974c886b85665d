/** What a key means: a letter is the same one with CapsLock on. */
export const normalizedKey = ({ key }: Pick<KeyboardEvent, 'key'>): string =>
  key.length === 1 ? key.toLowerCase() : key;

/** What goes on while its key is held: going from one to the next. All else is done once a press. */
const repeatableKeys: ReadonlySet<string> = new Set(['j', 'k']);

/**
 * Is the key merely still held that has done something already? What it did may have put something else in its place, which
 * nobody has read: only another press decides on that.
 */
export const isUnwantedRepeat = (event: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean =>
  event.repeat && !repeatableKeys.has(normalizedKey(event));
