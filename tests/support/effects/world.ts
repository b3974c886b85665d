import type { Cast } from '../cast.ts';
import type { Client } from '../product.ts';

/** The users and records that the steps share. A step stores here what later steps need. */
export interface World extends Cast {
  /** A sub-user of the customer; created by `begin`. */
  subUser: Client;
  /** Ids and texts that a step stores for later ones, by name. */
  readonly ids: Record<string, number>;
  readonly texts: Record<string, string>;
}

/** Requests and effects in this order, each under the name of its endpoint or effect. */
export type Steps = Readonly<Record<string, (world: World) => Promise<unknown>>>;

/**
 * The id that a step stored under this name.
 * @throws an error if the step did not run
 */
export function idOf({ ids }: World, name: string): number {
  const id = ids[name];
  if (!id) throw new Error(`no step has left "${name}"`);
  return id;
}
