type Tree = Record<string, unknown>;

const keysOf = (path: string | readonly string[]): readonly string[] =>
  typeof path === 'string' ? path.split('.') : path;

/** The value at a dotted path, or at a list of keys; undefined if the path leads nowhere. */
export const valueAt = (record: unknown, path: string | readonly string[]): unknown =>
  keysOf(path).reduce<unknown>((part, key) => (part as Tree | null | undefined)?.[key], record);

/** Sets a value at a path in a tree of objects, and creates the objects on the way. */
export function putAt(tree: Tree, path: string | readonly string[], value: unknown): void {
  const keys = keysOf(path);
  const last = keys.length - 1;
  let inner = tree;
  for (let at = 0; at < last; at += 1) {
    const key = keys[at] ?? '';
    const next = inner[key];
    if (typeof next === 'object' && next !== null) inner = next as Tree;
    else inner = inner[key] = {};
  }
  inner[keys[last] ?? ''] = value;
}
