/**
 * Caches the result of a function for each object that does not change, such as a declaration. Callers must not modify
 * the result.
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
