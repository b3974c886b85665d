/** The database of the browser that stores files of imports. */
export const importDraftStore = 'licence.imports';

const markKey = 'licence.imports';
const dayMs = 24 * 60 * 60 * 1000;

/** Who has files of imports in this browser, and since when. */
interface ImportDraftMark {
  readonly person: number;
  readonly at: number;
}

/** True if a file was stored a day ago. */
export const isOldImport = (at: number): boolean => Date.now() - at > dayMs;

function readMark(): ImportDraftMark | undefined {
  try {
    return JSON.parse(localStorage.getItem(markKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Says that there are files, without opening the database. */
export const importDraftMark = {
  write: (mark: ImportDraftMark): void => localStorage.setItem(markKey, JSON.stringify(mark)),
};

/** Deletes all files of imports from this browser, if there are any. */
export function removeImportDrafts(): void {
  if (!readMark()) return;
  localStorage.removeItem(markKey);
  indexedDB.deleteDatabase(importDraftStore);
}

/** Deletes the files of imports that are a day old, or of another person than the given one. */
export function removeStaleImportDrafts(person?: number): void {
  const mark = readMark();
  if (mark && (isOldImport(mark.at) || (person !== undefined && mark.person !== person))) removeImportDrafts();
}
