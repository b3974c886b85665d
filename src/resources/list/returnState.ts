/** What the history keeps with the address of a record. */
export interface Visit {
  /** Closing the record goes back to where it was opened: a list, or another record. */
  readonly returns?: boolean;
}

/** For `navigate`: opens a record from which closing leads back here. */
export const returning: { readonly state: Visit } = { state: { returns: true } };
