import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RelayFolder } from './folder.ts';
import { writeWhole } from './folder.ts';
import type { RelayStatus } from './relay.ts';

/** Where a running relay answers its administrator. */
export interface AdminAddress {
  readonly url: string;
  readonly key: string;
}

const place = ({ path }: RelayFolder): string => join(path, 'admin.json');

/** Saves where the relay answers, for the commands. */
export const saveAdmin = (folder: RelayFolder, address: AdminAddress): void =>
  writeWhole(place(folder), JSON.stringify(address));

/**
 * Asks the running relay.
 * @throws if it does not answer, or with its reason if it refuses
 */
async function askRunning(folder: RelayFolder, path: string): Promise<unknown> {
  const { url, key } = JSON.parse(readFileSync(place(folder), 'utf8')) as AdminAddress;
  const answer = await fetch(`${url}${path}`, { headers: { authorization: key } });
  const body = (await answer.json()) as { title?: string };
  if (!answer.ok) throw new Error(`the running relay answered ${answer.status}: ${body.title}`);
  return body;
}

/** The status of the running relay. */
export const runningStatus = async (folder: RelayFolder): Promise<RelayStatus> =>
  (await askRunning(folder, '/relay/status')) as RelayStatus;

/** The signed report of the running relay. */
export const runningReport = async (folder: RelayFolder): Promise<string> =>
  ((await askRunning(folder, '/relay/report')) as { report: string }).report;

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Who holds the seats, as a text for a terminal. */
export function statusText({ machines, seats, delegated_until, problem, licence, days }: RelayStatus): string {
  const lines = machines.map(
    ({ seat, name, expires_at, renewed_at }) =>
      `${String(seat).padStart(5)}  ${timeText(expires_at)}  ${timeText(renewed_at)}  ${name}`,
  );
  const used = days.map(
    ({ day, seats, machines }) => `${day}  ${String(seats).padStart(10)}  ${String(machines).padStart(8)}`,
  );
  return [
    `Licence ${licence ?? 'none'}: ${machines.length} of ${seats} seats in use`,
    `Delegated until ${delegated_until === null ? 'never' : timeText(delegated_until)}`,
    ...(problem === null ? [] : [`It gives no leases: ${problem}`]),
    ...(lines.length > 0 ? [' Seat  Lease until               Last contact              Machine', ...lines] : []),
    ...(used.length > 0 ? ['Day         Most seats  Machines', ...used] : []),
  ].join('\n');
}
