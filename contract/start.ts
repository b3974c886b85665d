/** The point in time at which a record is made. */
export interface Now {
  readonly now: true;
}
export const now: Now = { now: true };
