/** How many ids a list can be filtered by, and how many records can be selected at once. */
export const maxIds = 1000;
