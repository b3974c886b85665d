/** How many records a list can be narrowed to by their ids, and how many can be selected at once. */
export const maxIds = 1000;
