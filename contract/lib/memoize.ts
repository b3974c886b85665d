/**
 * The function, which works out once what follows from an object that stays as it is, such as a declaration: what it answered
 * before is answered again, and not to be written to.
 */
export function memoize<Key extends object, Out>(work: (key: Key) => Out): (key: Key) => Out {
  const known = new WeakMap<Key, { readonly out: Out }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.out;
    const out = work(key);
    known.set(key, { out });
    return out;
  };
}
