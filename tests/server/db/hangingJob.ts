import { openDatabase, transaction } from '../../../server/db/connection.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { startJobQueue } from '../../../server/jobs/queue.ts';

/**
 * A process to be killed in the middle of two jobs: prints "begun" when both run.
 * Argument: the settings of its database as JSON.
 */
const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}'));
await migrate(database);
const queue = await startJobQueue(database, [{ name: 'plain' }, { name: 'once', options: { tries: 1 } }]);
let begun = 0;
for (const name of ['plain', 'once'])
  queue.work(name, () => {
    begun += 1;
    if (begun === 2) process.stdout.write('begun\n');
    return new Promise(() => undefined);
  });
await transaction(database, async (trx) => {
  await queue.send(trx, 'plain', { number: 1 });
  await queue.send(trx, 'once', { number: 2 });
});
