// What the checks of the code's syntax share.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder whose paths match a pattern. */
export const filesIn = (folder, names) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => names.test(name) && !name.includes('node_modules'));

/** The nodes of a syntax tree, each before the nodes inside it. */
export function* nodesIn(node) {
  if (Array.isArray(node)) {
    for (const one of node) yield* nodesIn(one);
  } else if (node && typeof node === 'object') {
    if (node.type) yield node;
    yield* nodesIn(Object.values(node));
  }
}

/** The line number of an offset, from 1. */
export const lineOf = (text, offset) => text.slice(0, offset).split('\n').length;
