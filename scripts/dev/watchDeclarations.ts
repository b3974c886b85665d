import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { type Migration, migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { whenParentEnds } from '../../server/start/watchParent.ts';
import { loadFailure } from '../loadFailure.ts';
import { changedTypes } from './changedTypes.ts';
import type { DeclarationFeedback, readFeedback } from './declarationFeedback.ts';
import { watchFolders } from './watchFolders.ts';

// A part of `npm run dev`: after each save of a declaration or a rule it shows the mistakes in the declarations, the
// types of the saved files, and the migrations that are to be written. It writes them when asked to.

const root = fileURLToPath(new URL('../..', import.meta.url));
const watched = ['contract', 'server/domain', 'server/db/migrations'];
/** An editor writes a file in several steps, and a command several files. In milliseconds. */
const pauseAfterSave = 80;
/** How many lines of a planned migration are shown, and how many letters of a line. */
const shownLines = 30;
const shownLetters = 300;

/** A database in memory that has all migrations; the next one is prepared before it is needed. */
async function openMigrated(): Promise<Database> {
  const database = await openDatabase({});
  await migrate(database, readMigrations());
  return database;
}
let spare = openMigrated();
let spareMigrations = readMigrations().length;

/** Runs work with a migrated database, which is closed afterwards if the work asked for it. */
async function withSpareDatabase<T>(work: (open: () => Promise<Database>) => Promise<T>): Promise<T> {
  let used: Promise<Database> | undefined;
  const open = (): Promise<Database> => {
    const isCurrent = spareMigrations === readMigrations().length;
    if (!isCurrent) void spare.then((database) => database.close());
    used = isCurrent ? spare : openMigrated();
    return used;
  };
  try {
    return await work(open);
  } finally {
    if (used) {
      const finished = used;
      spareMigrations = readMigrations().length;
      spare = finished.then((database) => database.close()).then(openMigrated);
      // A failure is shown by the work that needs the database.
      spare.catch(() => undefined);
    }
  }
}

const showList = (lines: readonly string[]): void => {
  for (const line of lines)
    console.log(`    ${line.length > shownLetters ? `${line.slice(0, shownLetters)} …` : line}`);
};

/** How many there are of something, in English. */
const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  count === 0 ? `no ${nouns}` : `${count} ${count === 1 ? noun : nouns}`;

function showMigration({ version, name, text }: Migration): void {
  const lines = text.trimEnd().split('\n');
  console.log(`    ${String(version).padStart(4, '0')}_${name}.sql`);
  showList(lines.slice(0, shownLines).map((line) => `  ${line}`));
  if (lines.length > shownLines) showList([`  … and ${counted(lines.length - shownLines, 'more line')}`]);
}

let planned: readonly Migration[] = [];

function showFeedback({ entities, mistakes, migrations }: DeclarationFeedback): void {
  planned = migrations;
  console.log(`  declarations: ${counted(entities, 'entity', 'entities')}, ${counted(mistakes.length, 'mistake')}`);
  showList(mistakes);
  if (mistakes.length > 0) return;
  if (migrations.length === 0) {
    console.log('  migrations: the tables are as declared');
    return;
  }
  console.log('  migrations: to be written; press m and Enter, or run npm run migration');
  for (const one of migrations) showMigration(one);
}

/** Evaluates the declarations anew, checks them, and plans their migrations. */
async function showDeclarations(): Promise<void> {
  try {
    const { module } = await runnerImport<{ readFeedback: typeof readFeedback }>(
      join(import.meta.dirname, 'declarationFeedback.ts'),
      { root, configFile: false, logLevel: 'silent' },
    );
    showFeedback(await withSpareDatabase(module.readFeedback));
  } catch (error) {
    planned = [];
    console.log('  declarations: cannot be read');
    showList((loadFailure(error) ?? (error instanceof Error ? error.message : String(error))).split('\n'));
  }
}

async function showTypes(files: readonly string[]): Promise<void> {
  const sources = files.filter((file) => file.endsWith('.ts') && existsSync(join(root, file)));
  if (sources.length === 0) return;
  const found = await changedTypes(root, sources);
  if (!found.isInstalled) {
    console.log('  types: not checked, because the packages for development are missing; run npm ci');
    return;
  }
  console.log(`  types of ${sources.join(', ')}: ${counted(found.errors.length, 'error')}`);
  showList(found.errors);
}

const saved = new Set<string>();
let isShowing = false;

/** Shows what follows from the files saved so far; those saved meanwhile are shown next. */
async function showSaved(): Promise<void> {
  if (isShowing) return;
  isShowing = true;
  while (saved.size > 0) {
    const files = [...saved].sort();
    saved.clear();
    const start = performance.now();
    console.log(`\nSaved ${files.join(', ')}`);
    await Promise.all([showTypes(files), showDeclarations()]);
    console.log(`  shown after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  isShowing = false;
}

/** Writes the planned migrations; the server starts anew and applies them. */
function writeMigrations(): void {
  if (planned.length === 0) {
    console.log('There is no migration to write.');
    return;
  }
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/migration.ts'], { cwd: root, stdio: 'inherit' });
}

let timer: NodeJS.Timeout | undefined;
watchFolders(root, watched, (path) => {
  if (!/\.(ts|sql)$/.test(path)) return;
  saved.add(path);
  clearTimeout(timer);
  timer = setTimeout(() => void showSaved(), pauseAfterSave);
});
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() === 'm') writeMigrations();
});
whenParentEnds(() => process.exit());
isShowing = true;
console.log('\nEach save of a declaration or a rule is checked.');
await showDeclarations();
isShowing = false;
await showSaved();
