/**
 * The path of a file in its folder and in its bucket alike, so that any tool can copy between them. Ids are random:
 * each subfolder, named by the first two characters, has 1/256 of all files.
 */
export const storagePath = (id: string): string => `${id.slice(0, 2)}/${id}`;
