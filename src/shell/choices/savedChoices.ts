import type { DataProvider, RaRecord } from 'react-admin';
import { type ConsoleStore, isChoice, noteUnsaved, unsavedChoices } from './consoleStore.ts';

const resource = 'saved_view';
/** The name by which a choice is kept among the saved views: its screen is its key. */
const name = 'choice';
const ownerKey = 'licence.choicesOf';
const all = { page: 1, perPage: 100 };

/** A choice as it is kept; what is no JSON is none. */
function choiceIn(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}

/** What was chosen here is the user's, unless another one chose it; of that nothing stays. */
function own(store: ConsoleStore, user: number): void {
  const owner = localStorage.getItem(ownerKey);
  localStorage.setItem(ownerKey, String(user));
  if (owner === null) for (const key of store.choices()) noteUnsaved(key, true);
  if (owner === null || owner === String(user)) return;
  for (const key of store.choices()) store.take(key, undefined);
  for (const key of unsavedChoices()) noteUnsaved(key, false);
}

/** One user's choices, as the server keeps them. All of it rejects as the data provider does. */
export class SavedChoices {
  private readonly data: DataProvider;
  private readonly store: ConsoleStore;
  private rows = new Map<string, RaRecord>();

  constructor(data: DataProvider, store: ConsoleStore, user: number) {
    this.data = data;
    this.store = store;
    own(store, user);
  }

  /** Puts in place what was chosen elsewhere; what was chosen here and is not saved yet stands. */
  async load(): Promise<void> {
    const sort = { field: 'name', order: 'ASC' } as const;
    // What others share is no choice of this user.
    const params = { filter: { search: name, is_shared: false }, pagination: all, sort, meta: { quiet: true } };
    const { data } = await this.data.getList(resource, params);
    this.rows = new Map(
      data.filter((row) => row.name === name && isChoice(row.screen)).map((row) => [row.screen, row]),
    );
    const unsaved = new Set(unsavedChoices());
    for (const key of this.store.choices())
      if (!this.rows.has(key) && !unsaved.has(key)) this.store.take(key, undefined);
    for (const [key, { query }] of this.rows) if (!unsaved.has(key)) this.store.take(key, choiceIn(query));
  }

  /** Saves what is not; the last one to choose is right. */
  async save(): Promise<void> {
    for (const key of unsavedChoices()) {
      const value: unknown = this.store.getItem(key);
      if (value !== undefined) await this.put(key, JSON.stringify(value));
      if (JSON.stringify(this.store.getItem(key)) === JSON.stringify(value)) noteUnsaved(key, false);
    }
  }

  private async put(key: string, query: string): Promise<void> {
    const row = this.rows.get(key);
    if (row?.query === query) return;
    // Without the version that was seen: what another browser chose meanwhile is chosen over.
    const { version: _, ...before } = row ?? { id: 0 };
    const { data } = row
      ? await this.data.update(resource, { id: row.id, data: { ...before, query }, previousData: before })
      : await this.data.create(resource, { data: { screen: key, name, query } });
    this.rows.set(key, data);
  }
}
