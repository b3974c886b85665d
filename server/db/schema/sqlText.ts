import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';

/** SQL without a database to send it to. */
const nowhere = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The text of a statement or a part of one, and its parameters. */
export const textOf = (part: RawBuilder<unknown>): CompiledQuery =>
  (part as RawBuilder<unknown> & Compilable).compile(nowhere as never);

/** Values between texts, of which there is one more: a part of a statement that costs little to put together. */
export const between = <T>(texts: readonly string[], values: readonly unknown[]): RawBuilder<T> =>
  sql<T>(texts as unknown as TemplateStringsArray, ...values);

/** The same part of a statement as one text with its parameters in it, which costs little to put together again. */
export function compiled<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = textOf(part);
  const texts = text.split(/\$\d+/);
  // What is written out may look like a parameter.
  if (texts.length !== parameters.length + 1) return part;
  return between(texts, parameters);
}

/** Values in parentheses, with commas between them. */
export const valueList = (values: readonly unknown[]): RawBuilder<unknown> =>
  between(['(', ...values.slice(1).map(() => ', '), ')'], values);
