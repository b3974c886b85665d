/** What the history keeps with the address of a record. */
export interface ReturnState {
  /** Closing the record goes back to where it was opened: a list, or another record. */
  readonly returns?: boolean;
}

/** For `navigate`: opens a record from which closing leads back here. */
export const withReturnState: { readonly state: ReturnState } = { state: { returns: true } };
