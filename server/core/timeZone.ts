import { sql } from 'kysely';
import { isTimeZone } from '../../contract/lib/timeZone.ts';
import { AppError } from './appError.ts';
import type { Context } from './context.ts';

const badZone = () => AppError.unprocessable('unknown_time_zone', undefined, 'time_zone');

/**
 * The time zone, if both this process and the database know it; their lists may differ.
 * @throws a 422 at `time_zone`
 */
export async function requireTimeZone(context: Context, name: string): Promise<string> {
  if (name === 'UTC') return name;
  if (!isTimeZone(name)) throw badZone();
  try {
    await sql`select now() at time zone ${name}::text`.execute(context.trx);
  } catch (error) {
    throw (error as { code?: string }).code === '22023' ? badZone() : error;
  }
  return name;
}
