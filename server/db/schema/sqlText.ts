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

/** Compiles SQL without a database. */
const offlineKysely = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The text of a statement or of a part of one, and its parameters. */
export const compileSql = (part: RawBuilder<unknown>): CompiledQuery =>
  (part as RawBuilder<unknown> & Compilable).compile(offlineKysely as never);

/**
 * A part of a statement from texts and the values between them: faster to build than a template. There is one text more
 * than values.
 */
export const sqlFromParts = <T>(texts: readonly string[], values: readonly unknown[]): RawBuilder<T> =>
  sql<T>(texts as unknown as TemplateStringsArray, ...values);

/** The same part of a statement, compiled once, so that using it again is fast. */
export function precompiled<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = compileSql(part);
  const texts = text.split(/\$\d+/);
  // A literal may look like a parameter.
  if (texts.length !== parameters.length + 1) return part;
  return sqlFromParts(texts, parameters);
}

/** Values in parentheses, separated by commas. */
export const valueList = (values: readonly unknown[]): RawBuilder<unknown> =>
  sqlFromParts(['(', ...values.slice(1).map(() => ', '), ')'], values);
