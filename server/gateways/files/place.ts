/**
 * Where a file lies in its folder, and in its bucket alike, so that any tool moves them from the one to the other. Of ids that
 * are random, a folder for the first two signs has a 256th of all.
 */
export const placeOf = (id: string): string => `${id.slice(0, 2)}/${id}`;
