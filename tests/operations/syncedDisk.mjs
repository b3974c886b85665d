// Simulates what a power failure would leave: copies a folder while a process writes to it. It is loaded into that
// process and its threads by NODE_OPTIONS. Settings: SYNCED_FROM, the folder; SYNCED_TO, the copy. Content is copied
// only when a file is synced; names are copied at once and in order, as in a journaling file system.
import fs, { readlinkSync } from 'node:fs';
import path from 'node:path';

const { SYNCED_FROM: from, SYNCED_TO: to } = process.env;

/** The path in the copy; undefined for a path outside the folder. */
function copyOf(name) {
  const inside = path.relative(from, String(name));
  return inside.startsWith('..') || path.isAbsolute(inside) ? undefined : path.join(to, inside);
}

function keep(name) {
  const copy = copyOf(name);
  if (!copy) return;
  if (fs.statSync(name).isDirectory()) return made(copy, { recursive: true });
  fs.copyFileSync(name, `${copy}.copying`);
  renamed(`${copy}.copying`, copy);
}

const { fsyncSync: synced, renameSync: renamed, unlinkSync: removed, mkdirSync: made, writeFileSync: written } = fs;

fs.fsyncSync = (descriptor) => {
  synced(descriptor);
  keep(readlinkSync(`/proc/self/fd/${descriptor}`));
};
fs.renameSync = (before, after) => {
  renamed(before, after);
  const copy = copyOf(before);
  if (copy && fs.existsSync(copy)) renamed(copy, copyOf(after));
};
fs.unlinkSync = (name) => {
  removed(name);
  const copy = copyOf(name);
  if (copy && fs.existsSync(copy)) removed(copy);
};
fs.mkdirSync = (name, options) => {
  const answer = made(name, options);
  const copy = copyOf(name);
  if (copy) made(copy, { recursive: true });
  return answer;
};
fs.writeFileSync = (name, data, options) => {
  written(name, data, options);
  const copy = typeof name === 'string' && copyOf(name);
  if (copy && !fs.existsSync(copy)) written(copy, '');
};
