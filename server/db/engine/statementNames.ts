/** The maximum number of remembered texts. */
const maxTexts = 200;

/**
 * True for a statement worth preparing: a single one whose columns do not change with a later migration. Searches, and
 * statements with an offset as a parameter, are planned each time: the plan depends on their values.
 */
const isPreparable = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/;| i?like |\boffset \$|\breturning \*|\bselect \*|\.\*/i.test(text);

/** Errors for a prepared statement that the database does not know, or not in this form. */
const outdated = ['26000', '0A000'];

/**
 * The names of the prepared statements of one connection. A statement gets a name the second time it is sent, so that
 * PostgreSQL parses and plans it only once. Remembers the last 200 texts.
 * https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class StatementNames {
  /** By text, the least recently sent first. */
  private names = new Map<string, string | undefined>();
  private made = 0;
  private stale: string[] = [];

  /** The name of a text to send now; undefined where it is sent unprepared. */
  nameOf(text: string): string | undefined {
    const isKnown = this.names.has(text);
    if (!isKnown && !isPreparable(text)) return undefined;
    const name = isKnown ? (this.names.get(text) ?? `s${++this.made}`) : undefined;
    this.names.delete(text);
    this.names.set(text, name);
    if (this.names.size > maxTexts) this.forget(this.names.keys().next().value ?? '');
    return name;
  }

  /** Removes a text and its name. */
  forget(text: string): void {
    const name = this.names.get(text);
    this.names.delete(text);
    if (name) this.stale.push(name);
  }

  /** Handles the error of a named statement: if the database does not know it, new names are assigned. */
  failed(error: unknown): void {
    if (!outdated.includes((error as { code?: string }).code ?? '')) return;
    for (const text of [...this.names.keys()]) this.forget(text);
  }

  /** The names to deallocate; each is returned once. */
  takeStale(): string[] {
    return this.stale.splice(0);
  }
}
