import { seat } from '../../../examples/service-desk/seats/seat.ts';
import { seating } from '../../../examples/service-desk/seats/seating.ts';

/** A seating plan and its seats, as registered in contract/index.ts. */
export const seatDesk = { seating, seat };
