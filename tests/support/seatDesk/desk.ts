import { seat } from '../../../examples/service-desk/seats/seat.ts';
import { seating } from '../../../examples/service-desk/seats/seating.ts';

/** A seating plan and its seats, as their lines in contract/index.ts would have them. */
export const seatDesk = { seating, seat };
