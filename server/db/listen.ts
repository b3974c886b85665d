import { Client } from 'pg';
import { channel } from './changes.ts';

/** Who hears what is told. */
export interface Hearer {
  hear(payload: string): void;
  /** What was told meanwhile may be lost. */
  lost(): void;
}

/** The first wait before another try, in milliseconds; doubled up to the longest. */
const [firstWait, longestWait] = [250, 10_000];

/**
 * Listens on a connection of its own for what transactions tell, and connects anew when that breaks. Out: what ends it.
 * Resolves once it listens for the first time, or has failed to.
 */
export async function listenTo(databaseUrl: string, hearer: Hearer): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let wait = firstWait;
  const again = (broken: Client) => {
    if (broken !== client || isEnded) return;
    client = undefined;
    void broken.end().catch(() => undefined);
    hearer.lost();
    timer = setTimeout(() => void connect(), wait);
    wait = Math.min(wait * 2, longestWait);
  };
  const connect = async () => {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: 'licence-console-events',
      keepAlive: true,
    });
    client = next;
    next.on('error', () => again(next));
    next.on('end', () => again(next));
    next.on('notification', ({ payload = '' }) => hearer.hear(payload));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      // Between two connections something may have been told.
      hearer.lost();
      wait = firstWait;
    } catch {
      again(next);
    }
  };
  await connect();
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
