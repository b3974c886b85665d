/** Matches what shows that the page is busy: a request under way (BusyMark), content or rows that are not there yet. */
export const busyParts = 'html[data-busy], .MuiSkeleton-root, table[aria-busy=true], ul[aria-busy=true]';
