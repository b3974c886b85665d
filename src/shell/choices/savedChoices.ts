import type { DataProvider, RaRecord } from 'react-admin';
import { isChoiceKey } from '../../../contract/screens/viewPlace.ts';
import { type ConsoleStore, setUnsaved, unsavedChoices } from './consoleStore.ts';

const resource = 'saved_view';
/** The name of a choice among the saved views; its screen is the key of the choice. */
const choiceName = 'choice';
const ownerKey = 'licence.choicesOf';
const firstPage = { page: 1, perPage: 100 };

/** Parses a saved choice; undefined if it is not JSON. */
function parseChoice(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}

/** Claims this browser's choices for the user; those of another user are removed. */
function claimChoices(store: ConsoleStore, user: number): void {
  const owner = localStorage.getItem(ownerKey);
  localStorage.setItem(ownerKey, String(user));
  if (owner === null) for (const key of store.choices()) setUnsaved(key, true);
  if (owner === null || owner === String(user)) return;
  for (const key of store.choices()) store.setChoice(key, undefined);
  for (const key of unsavedChoices()) setUnsaved(key, false);
}

/** The choices of one user on the server. Its methods reject as the data provider does. */
export class SavedChoices {
  private readonly data: DataProvider;
  private readonly store: ConsoleStore;
  private rows = new Map<string, RaRecord>();

  constructor(data: DataProvider, store: ConsoleStore, user: number) {
    this.data = data;
    this.store = store;
    claimChoices(store, user);
  }

  /** Applies the choices from the server; choices of this browser that are not saved yet stay. */
  async load(): Promise<void> {
    const sort = { field: 'name', order: 'ASC' } as const;
    // Views shared by other users are no choices of this one.
    const params = {
      filter: { search: choiceName, is_shared: false },
      pagination: firstPage,
      sort,
      meta: { quiet: true },
    };
    const { data } = await this.data.getList(resource, params);
    this.rows = new Map(
      data.filter((row) => row.name === choiceName && isChoiceKey(row.screen)).map((row) => [row.screen, row]),
    );
    const unsaved = new Set(unsavedChoices());
    for (const key of this.store.choices())
      if (!this.rows.has(key) && !unsaved.has(key)) this.store.setChoice(key, undefined);
    for (const [key, { query }] of this.rows) if (!unsaved.has(key)) this.store.setChoice(key, parseChoice(query));
  }

  /** Saves the unsaved choices; the last choice wins. */
  async save(): Promise<void> {
    for (const key of unsavedChoices()) {
      const value: unknown = this.store.getItem(key);
      if (value !== undefined) await this.put(key, JSON.stringify(value));
      if (JSON.stringify(this.store.getItem(key)) === JSON.stringify(value)) setUnsaved(key, false);
    }
  }

  private async put(key: string, query: string): Promise<void> {
    const row = this.rows.get(key);
    if (row?.query === query) return;
    // Sent without the version, so that it overwrites what another browser chose meanwhile.
    const { version: _, ...before } = row ?? { id: 0 };
    const { data } = row
      ? await this.data.update(resource, { id: row.id, data: { ...before, query }, previousData: before })
      : await this.data.create(resource, { data: { screen: key, name: choiceName, query } });
    this.rows.set(key, data);
  }
}
