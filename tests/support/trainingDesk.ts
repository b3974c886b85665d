import { training } from '../../examples/service-desk/trainings/training.ts';
import { trainingBooking } from '../../examples/service-desk/trainings/trainingBooking.ts';

/** A training and its bookings, as registered in contract/index.ts. */
export const trainingDesk = { training, training_booking: trainingBooking };
