import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Checkpoint {
  readonly seq: number;
  readonly mac: string;
  readonly signature: string;
}

/** Where the checkpoints of a data folder are. */
export const checkpointsOf = (dataDir: string): string => join(dataDir, 'checkpoints.log');

/** Keeps signed checkpoints of the audit outside the database. */
export interface CheckpointKeeper {
  keep(checkpoint: Checkpoint): Promise<void>;
}

/** A file with a line for each checkpoint, `TIME SEQ:MAC SIGNATURE`, its operator's alone (D11). */
export const createCheckpointFile = (file: string): CheckpointKeeper => ({
  async keep({ seq, mac, signature }) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await appendFile(file, `${new Date().toISOString()} ${seq}:${mac} ${signature}\n`, { mode: 0o600 });
  },
});

/** The checkpoints of a file; none without a file. A line that is none is one with a wrong signature. */
export function readCheckpoints(file: string): Checkpoint[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [, , seq, mac = '', signature = ''] = /^(\S+) (\d+):(\S+) (\S+)$/.exec(line) ?? [];
    return { seq: Number(seq ?? 0), mac, signature };
  });
}
