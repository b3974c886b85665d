import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Checkpoint {
  readonly seq: number;
  readonly mac: string;
  readonly signature: string;
}

/** The file with the checkpoints of a data folder. */
export const checkpointPath = (dataDir: string): string => join(dataDir, 'checkpoints.log');

/** The previous file. A checkpoint covers the whole chain before it, so older files may be deleted. */
const previousFile = (file: string): string => `${file}.1`;
const usualBytes = 4 * 1024 * 1024;

/** Saves signed checkpoints of the audit outside the database. */
export interface CheckpointStore {
  keep(checkpoint: Checkpoint): Promise<void>;
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * A file with a line for each checkpoint, `TIME SEQ:MAC SIGNATURE`, readable by the operator only (D11). At a size of
 * `bytes` (4 MB by default) it replaces the previous file, and a new one begins.
 */
export const createCheckpointFile = (file: string, bytes = usualBytes): CheckpointStore => ({
  async keep({ seq, mac, signature }) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    if ((await sizeOf(file)) >= bytes) await rename(file, previousFile(file));
    await appendFile(file, `${new Date().toISOString()} ${seq}:${mac} ${signature}\n`, { mode: 0o600 });
  },
});

/**
 * The checkpoints of a file and its previous one; empty without a file. An invalid line becomes a checkpoint with a
 * wrong signature.
 */
export function readCheckpoints(file: string): Checkpoint[] {
  const files = [previousFile(file), file].filter((name) => existsSync(name));
  const lines = files.flatMap((name) => readFileSync(name, 'utf8').split('\n').filter(Boolean));
  return lines.map((line) => {
    const [, , seq, mac = '', signature = ''] = /^(\S+) (\d+):(\S+) (\S+)$/.exec(line) ?? [];
    return { seq: Number(seq ?? 0), mac, signature };
  });
}
