/** The most texts that are remembered. */
const most = 200;

/**
 * What is worth preparing: one statement whose columns a later migration does not add to. A search, and what begins at an
 * offset that is a parameter, are planned each time: how much they read, a plan cannot know without their values.
 */
const isPreparable = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/;| ilike |\boffset \$|\breturning \*|\bselect \*|\.\*/i.test(text);

/** Errors by which a database says that it does not know a statement any more, or not as it was. */
const outdated = ['26000', '0A000'];

/**
 * The names under which one connection keeps statements prepared: those that it is sent again have one from their second
 * time on, so that the database reads and plans them once. It remembers the last 200 texts.
 * https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class StatementNames {
  /** By text, the least recently sent first. */
  private names = new Map<string, string | undefined>();
  private made = 0;
  private stale: string[] = [];

  /** The name of a text that is to be sent now; none where it is sent as it is. */
  nameOf(text: string): string | undefined {
    const isKnown = this.names.has(text);
    if (!isKnown && !isPreparable(text)) return undefined;
    const name = isKnown ? (this.names.get(text) ?? `s${++this.made}`) : undefined;
    this.names.delete(text);
    this.names.set(text, name);
    if (this.names.size > most) this.forget(this.names.keys().next().value ?? '');
    return name;
  }

  /** Forgets a text and its name. */
  forget(text: string): void {
    const name = this.names.get(text);
    this.names.delete(text);
    if (name) this.stale.push(name);
  }

  /** Learns of the error of a named statement: what the database does not know is named anew. */
  failed(error: unknown): void {
    if (!outdated.includes((error as { code?: string }).code ?? '')) return;
    for (const text of [...this.names.keys()]) this.forget(text);
  }

  /** The names that the database can forget, each told once. */
  takeStale(): string[] {
    return this.stale.splice(0);
  }
}
