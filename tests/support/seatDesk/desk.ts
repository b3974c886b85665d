import { seat } from './seat.ts';
import { seating } from './seating.ts';

/** A seating plan and its seats, as their lines in contract/index.ts would have them. */
export const seatDesk = { seating, seat };
