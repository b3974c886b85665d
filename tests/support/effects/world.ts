import type { Cast } from '../cast.ts';
import type { Client } from '../product.ts';

/** The people and things that the steps share; a step leaves here what later ones need. */
export interface World extends Cast {
  /** A sub-user of the customer; `begin` makes it. */
  subUser: Client;
  /** Ids and texts that a step leaves for later ones, by a name. */
  readonly kept: Record<string, number>;
  readonly texts: Record<string, string>;
}

/** What the product is asked to do, step by step and in this order, each by the name of its call or its effect. */
export type Steps = Readonly<Record<string, (world: World) => Promise<unknown>>>;

/** The id that a step left under this name; throws when it did not run. */
export function idOf({ kept }: World, name: string): number {
  const id = kept[name];
  if (!id) throw new Error(`no step has left "${name}"`);
  return id;
}
