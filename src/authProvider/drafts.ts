import { removeImportDrafts, removeStaleImportDrafts } from './importDraftMark.ts';
import { readSession, type Session } from './session.ts';

/** What was typed into a form and not saved. */
export interface Draft {
  /** When it was last changed, in milliseconds since 1970. */
  readonly at: number;
  /** The changed values, by their paths in the form. */
  readonly values: readonly (readonly [path: string, value: unknown])[];
  /** The version of the record that the form began with. */
  readonly version?: number | undefined;
  /** What was chosen beside the inputs of the form. */
  readonly extra?: unknown;
}

/** Whose draft it is: the user of the session, and the person who typed it (a salesman who acts is not the user). */
interface Owner {
  readonly user: number;
  readonly person: number;
}

interface StoredDraft extends Draft, Owner {
  /** The form: its purpose and its record. */
  readonly name: string;
}

const draftsKey = 'licence.drafts';
const signedOutKey = 'licence.signedOut';
/** The longest draft, and all drafts of a tab, in characters of JSON. */
const [maxDraft, maxAll] = [200_000, 1_000_000];

/** A visitor of a public page, who has no session. */
const visitor: Owner = { user: 0, person: 0 };

/** Who a draft belongs to: the user of the session, and the person, which differs while a salesman acts. */
export const ownerOf = (session: Session | undefined): Owner =>
  session ? { user: session.user.id, person: session.sales_login_id ?? session.user.id } : visitor;

const isSameOwner = (one: Owner, other: Owner): boolean => one.user === other.user && one.person === other.person;

function readAll(): readonly StoredDraft[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(draftsKey) ?? '[]');
    return Array.isArray(found) ? (found as StoredDraft[]) : [];
  } catch {
    return [];
  }
}

/** Writes the drafts, newest last. The oldest ones give way if they become too long. */
function writeAll(all: readonly StoredDraft[]): void {
  const json = JSON.stringify(all);
  if (json.length > maxAll) {
    writeAll(all.slice(1));
    return;
  }
  try {
    if (all.length === 0) sessionStorage.removeItem(draftsKey);
    else sessionStorage.setItem(draftsKey, json);
  } catch {
    // The browser has no room for it: the form itself still has what was typed.
  }
}

/** The drafts of one session in this tab. They stay through a reload and the end of the session (issue 33). */
export class Drafts {
  private readonly owner: Owner;

  constructor(session = readSession()) {
    this.owner = ownerOf(session);
  }

  private isOwn(draft: StoredDraft, name: string): boolean {
    return draft.name === name && isSameOwner(draft, this.owner);
  }

  /** The draft of a form; undefined if there is none of this user. */
  read(name: string): Draft | undefined {
    return readAll().find((draft) => this.isOwn(draft, name));
  }

  /** Saves the draft of a form in place of an earlier one; one that is too long is not saved. */
  write(name: string, draft: Draft): void {
    const stored: StoredDraft = { ...draft, ...this.owner, name };
    if (JSON.stringify(stored).length > maxDraft) return;
    writeAll([...readAll().filter((one) => !this.isOwn(one, name)), stored]);
  }

  /** Removes the draft of a form: it was saved or discarded. */
  remove(name: string): void {
    const all = readAll();
    const others = all.filter((one) => !this.isOwn(one, name));
    if (others.length < all.length) writeAll(others);
  }
}

/** Removes the drafts of everybody else, once a person has signed in. */
export function removeDraftsOfOthers(session: Session): void {
  const { person } = ownerOf(session);
  writeAll(readAll().filter((draft) => draft.person === person));
  removeStaleImportDrafts(person);
}

/** Removes all drafts of this tab and asks the other tabs to do so: a person has signed out. */
export function removeDraftsOnSignOut(): void {
  writeAll([]);
  removeImportDrafts();
  localStorage.setItem(signedOutKey, String(Date.now()));
}

/**
 * Removes the drafts of this tab whenever somebody signs out in another tab.
 * @param hasUnsavedInput True if a form of this tab is open with unsaved input; its draft stays, since nobody was asked.
 */
export function followSignOut(hasUnsavedInput: () => boolean): void {
  removeStaleImportDrafts();
  window.addEventListener('storage', ({ key }) => {
    if (key === signedOutKey && !hasUnsavedInput()) writeAll([]);
  });
}
