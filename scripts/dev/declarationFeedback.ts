import '../refuse-circles.mjs';
import { contract } from '../../contract/index.ts';
import type { Database } from '../../server/db/connection.ts';
import type { Migration } from '../../server/db/migrate/migrate.ts';
import { planMigrationsOn } from '../../server/db/migrate/planMigration.ts';
import { productMistakes } from '../../server/resource/compile/checkDeclarations.ts';

/** What `npm run dev` shows of the declarations after a save. */
export interface DeclarationFeedback {
  /** The number of declared entities. */
  readonly entities: number;
  /** One sentence for each mistake. With mistakes nothing is planned. */
  readonly mistakes: readonly string[];
  /** The migrations that the declarations need. */
  readonly migrations: readonly Migration[];
}

/**
 * Checks the declarations, and plans the migrations that they need. This module and all that it imports are evaluated
 * anew after each save.
 * @param open gives a database in memory that has all migrations, for this plan alone
 */
export async function readFeedback(open: () => Promise<Database>): Promise<DeclarationFeedback> {
  const entities = contract.entities.length;
  const mistakes = productMistakes(contract);
  if (mistakes.length > 0) return { entities, mistakes, migrations: [] };
  const { files, refusals } = await planMigrationsOn(await open(), contract);
  return { entities, mistakes: refusals, migrations: files };
}
