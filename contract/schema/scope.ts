/** Words of the scopes that a token needs for an endpoint (contract/access/scopes.ts). */

/** Reading across all entities: the search, the event stream and the dashboard. */
export const readEverything = '*:read';

/** Reading the entity that the path names. */
export const entityInPath = '{entity}:read';
