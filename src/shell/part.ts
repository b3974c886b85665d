const patience = 120_000;

/** A script that loads on demand; it has failed when it does not come in 120 s (R-CONST-02, B37). */
export function part<T>(loading: Promise<T>): Promise<T> {
  let late: ReturnType<typeof setTimeout>;
  const given = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new Error('A script did not come in time')), patience);
  });
  return Promise.race([loading, given]).finally(() => clearTimeout(late));
}
