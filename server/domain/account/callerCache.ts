import { isToBeNoted, type KnownCaller } from './session.ts';

/** The callers that a process has found lately, by the hashes of their keys: who a request is likely to be of. */
export interface KnownCallers {
  /** Out: the same; its caller is the one kept before, as long as they stay as they are, for what is worked out for them. */
  keep(hash: string, known: KnownCaller): KnownCaller;
  /** Who a key was of; nobody where the session is to be asked, to note that it is in use or that a password is due. */
  of(hash: string, now: Date): KnownCaller | undefined;
}

/** In: how many are remembered at most; who has not asked for longest is forgotten first. */
export function createKnownCallers(most = 5_000): KnownCallers {
  const all = new Map<string, KnownCaller>();
  return {
    keep(hash, known) {
      const before = all.get(hash);
      const kept = before?.print === known.print ? { ...known, caller: before.caller } : known;
      all.delete(hash);
      all.set(hash, kept);
      if (all.size > most) all.delete(all.keys().next().value ?? '');
      return kept;
    },
    of(hash, now) {
      const known = all.get(hash);
      if (!known || known.caller.must_change_password || isToBeNoted(known.seen_at, now)) return undefined;
      return this.keep(hash, known);
    },
  };
}
