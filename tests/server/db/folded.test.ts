import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { Database } from '../../../server/db/connection.ts';
import { awkwardText } from '../../support/awkwardTexts.ts';
import { forEachEngine, freshDatabase } from '../../support/database.ts';

/** Every assigned character that a database can store, but for private ones and most of the Chinese. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, at) => at)
  .filter((at) => at !== 0 && (at < 0xd800 || at > 0xdfff))
  .map((at) => String.fromCodePoint(at))
  .filter(
    (one, at) => /[^\p{Cn}\p{Co}\p{Script=Han}\p{Script=Hangul}]/u.test(one) || at % 50 === 0 || foldText(one) !== one,
  );

/** Characters with a folded form that are younger than Unicode 14, which PostgreSQL 15 knows. */
const young =
  /[\u{10583}-\u{107ba}\u{11383}-\u{113c9}\u{1611e}-\u{16128}\u{16d67}-\u{16d6a}\u{1ccd6}-\u{1ccfc}\u{1e030}-\u{1e06d}\u{105c9}\u{105e4}\ua7cb-\ua7f4\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;

forEachEngine('the folded form of the database', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());

  const foldedThere = async (texts: readonly string[]): Promise<unknown[]> => {
    const { rows } = await database.executeSql(
      'select folded(text) as text from unnest($1::text[]) with ordinality as given (text, at) order by at',
      [[...texts]],
    );
    return rows.map(({ text }) => text);
  };
  const different = async (texts: readonly string[]) => {
    const there = await foldedThere(texts);
    return texts.flatMap((text, at) => (there[at] === foldText(text) ? [] : [[text, foldText(text), there[at]]]));
  };

  it('is that of the program, for every character', async () => {
    const wrong: unknown[] = [];
    for (let from = 0; from < everyCharacter.length; from += 100_000)
      wrong.push(...(await different(everyCharacter.slice(from, from + 100_000).map((one) => `a${one}B`))));
    expect(wrong.filter((one) => !young.test(String((one as string[])[0])))).toEqual([]);
  });

  it('is that of the program, for texts of awkward characters', async () => {
    const texts = fc.sample(awkwardText, { numRuns: 20_000, seed: 33 }).filter((text) => text.isWellFormed());
    expect(await different(texts.filter((text) => !young.test(text)))).toEqual([]);
    expect((await foldedThere([' Straße（１） ']))[0]).toBe('strasse(1)');
  });
});
