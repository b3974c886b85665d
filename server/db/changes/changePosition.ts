/**
 * How far a reader has read the change log. It is the same for all processes, so that any of them can go on from it.
 */
export interface ChangePosition {
  /** The time of the position, in seconds since 1970, by the clock of the database. */
  readonly at: number;
  /**
   * The transactions that were finished then: a `pg_snapshot` as a text.
   * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT-PARTS
   */
  readonly snapshot: string;
  /** The number of the last change that was read among those committed between `snapshot` and a later one, `until`. */
  readonly read?: { readonly until: string; readonly id: string };
}

export const positionAt = (at: number, snapshot: string): ChangePosition => ({ at, snapshot });

const plain = (snapshot: string): string => snapshot.replaceAll(':', '-').replaceAll(',', '_');

/** A position as the id of an event. */
export const formatPosition = ({ at, snapshot, read }: ChangePosition): string =>
  `at.${at}-${plain(snapshot)}${read ? `.${plain(read.until)}.${read.id}` : ''}`;

const number = '\\d{1,18}';
const moment = `${number}-${number}-(?:${number}(?:_${number})*)?`;
/** More than a position needs while a thousand transactions are open. */
const maxLength = 12_000;
/** The database counts the seconds of a position as an integer, and adds one. */
const maxTime = 2 ** 31 - 2;
const pattern = new RegExp(`^at\\.(\\d{1,12})-(${moment})(?:\\.(${moment})\\.(${number}))?$`);

/** A snapshot as the database accepts it; undefined if its numbers are not in order. */
function parseSnapshot(text: string): string | undefined {
  const [from = '', to = '', between = ''] = text.split('-');
  const open = between === '' ? [] : between.split('_').map(BigInt);
  const [first, end] = [BigInt(from), BigInt(to)];
  const isInOrder = open.every((one, at) => one >= first && one < end && (at === 0 || one > (open[at - 1] ?? 0n)));
  return first > 0n && first <= end && isInOrder ? `${from}:${to}:${open.join(',')}` : undefined;
}

/** The position that a text names; undefined if it is none. */
export function parsePosition(text: string): ChangePosition | undefined {
  if (text.length > maxLength) return undefined;
  const [, at = '', moment = '', later, id = ''] = pattern.exec(text) ?? [];
  if (moment === '' || Number(at) > maxTime) return undefined;
  const [snapshot, until] = [parseSnapshot(moment), later === undefined ? undefined : parseSnapshot(later)];
  if (snapshot === undefined || (later !== undefined && until === undefined)) return undefined;
  return { at: Number(at), snapshot, ...(until !== undefined && { read: { until, id } }) };
}
