import { Client } from 'pg';

/** The most texts that a connection remembers. */
const most = 200;

/**
 * What is worth preparing: one statement whose columns a later migration does not add to. A search, and a page further
 * on, are planned each time: how much a text finds, and how far in a page is, a plan cannot know without them.
 */
const isPreparable = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/;| ilike |\boffset \$|\breturning \*|\bselect \*|\.\*/i.test(text);

/** Errors by which a server says that it does not know a statement any more, or not as it was. */
const outdated = ['26000', '0A000'];

type Sent = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };

/**
 * A connection that prepares the statements that it is sent again: their second time, under a name, so that PostgreSQL
 * reads and plans them once. It remembers the last 200 texts, and lets go of what is older.
 * https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class PreparingClient extends Client {
  /** By text, the least recently sent first; a statement has a name from its second time on. */
  private readonly names = new Map<string, string | undefined>();
  private made = 0;

  override query(...sent: unknown[]): never {
    const [text, values, ...rest] = sent;
    const plain = super.query as (...args: unknown[]) => unknown;
    if (typeof text !== 'string' || !Array.isArray(values)) return plain.apply(this, sent) as never;
    const name = this.nameOf(text);
    if (name === undefined) return plain.call(this, text, values, ...rest) as never;
    const answer = plain.call(this, { name, text, values } satisfies Sent, ...rest);
    if (answer instanceof Promise) answer.catch((error) => this.failed(error));
    return answer as never;
  }

  private nameOf(text: string): string | undefined {
    const isKnown = this.names.has(text);
    if (!isKnown && !isPreparable(text)) return undefined;
    const name = isKnown ? (this.names.get(text) ?? `s${++this.made}`) : undefined;
    this.names.delete(text);
    this.names.set(text, name);
    if (this.names.size > most) this.forgetOldest();
    return name;
  }

  private forgetOldest(): void {
    const [[text, name] = []] = this.names;
    this.names.delete(text ?? '');
    if (name) super.query(`deallocate ${name}`).catch(() => undefined);
  }

  private failed(error: { code?: string }): void {
    if (outdated.includes(error.code ?? '')) this.names.clear();
  }
}
