type Tree = Record<string, unknown>;

const keysOf = (path: string | readonly string[]): readonly string[] =>
  typeof path === 'string' ? path.split('.') : path;

/** The value at a dotted path, or one of keys, as far as it leads. */
export const valueAt = (record: unknown, path: string | readonly string[]): unknown =>
  keysOf(path).reduce<unknown>((part, key) => (part as Tree | null | undefined)?.[key], record);

/** Puts a value into a tree of objects at a path, and makes the objects on the way. */
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
