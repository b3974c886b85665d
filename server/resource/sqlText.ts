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

/** The same part of a statement as one text, which costs nothing to put together again; with parameters, as it is. */
export function compiled(part: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = textOf(part);
  return parameters.length === 0 ? sql.raw(text) : part;
}
