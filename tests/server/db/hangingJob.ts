import { openDatabase, transaction } from '../../../server/db/connection.ts';
import { startQueue } from '../../../server/jobs/queue.ts';

/**
 * A process to be killed in the middle of a job: says "begun" once the job runs.
 * Argument: the settings of its database as JSON.
 */
const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}'));
const queue = await startQueue(database, [{ name: 'plain' }]);
queue.work('plain', () => {
  process.stdout.write('begun\n');
  return new Promise(() => undefined);
});
await transaction(database, (trx) => queue.send(trx, 'plain', { number: 1 }));
