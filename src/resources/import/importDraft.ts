import { ownerOf } from '../../authProvider/drafts.ts';
import { importDraftMark, importDraftStore, isOldImport } from '../../authProvider/importDraftMark.ts';
import { readSession } from '../../authProvider/session.ts';
import type { ReadChoices } from './read/fileTable.ts';
import type { ColumnPicks, RowChoice } from './sheet.ts';

/** What was chosen in an import that was not run: the file, how it is read, and the fields of its columns. */
export interface ImportFileDraft {
  /** When it was last changed, in milliseconds since 1970. */
  readonly at: number;
  readonly content: Blob;
  readonly choices: ReadChoices;
  readonly rowChoice: RowChoice;
  readonly importKey: string | undefined;
  /** Absent in a draft of an earlier version. */
  readonly picks?: ColumnPicks;
  readonly isConfirmed: boolean;
}

interface StoredImport extends ImportFileDraft {
  /** The user of the session, and the person who chose the file: a salesman who acts is not the user. */
  readonly user: number;
  readonly person: number;
}

const objects = 'files';

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the store of the browser failed'));
  });

/** Opens the store for one piece of work. It stays open no longer, so that signing out can delete it. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(importDraftStore, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(objects);
  const database = await answered(opening);
  try {
    return await answered(work(database.transaction(objects, mode).objectStore(objects)));
  } finally {
    database.close();
  }
}

const owner = () => ownerOf(readSession());

/** The place of an import: each tab has its own, as its forms have, and a reload keeps it. */
function nameOf(entity: string): string {
  const key = 'licence.tab';
  const tab = sessionStorage.getItem(key) ?? `${Date.now()}${Math.random()}`;
  sessionStorage.setItem(key, tab);
  return `${tab} ${entity}`;
}

/** Does work with the store. Without one (a private window, no room) an import works as before, and nothing is stored. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** The import that this person began in this tab within the last day; undefined without one. */
export async function readImportDraft(entity: string): Promise<ImportFileDraft | undefined> {
  const found = await attempt(() =>
    inStore<StoredImport | undefined>('readonly', (store) => store.get(nameOf(entity))),
  );
  const { user, person } = owner();
  if (!found || isOldImport(found.at) || found.user !== user || found.person !== person) return undefined;
  return found;
}

/** Stores the file of an import with the choices that were made for it, in place of an earlier one of this tab. */
export async function writeImportDraft(entity: string, draft: ImportFileDraft): Promise<void> {
  const stored: StoredImport = { ...draft, ...owner() };
  await attempt(async () => {
    await inStore('readwrite', (store) => store.put(stored, nameOf(entity)));
    importDraftMark.write({ person: stored.person, at: stored.at });
  });
}

export const removeImportDraft = (entity: string): Promise<unknown> =>
  attempt(() => inStore('readwrite', (store) => store.delete(nameOf(entity))));
