/** The state that the browser's history saves with the address of a record. */
export interface ReturnState {
  /** True if closing the record goes back to where it was opened: a list, or another record. */
  readonly returns?: boolean;
}

/** For `navigate`: opens a record which goes back here when it is closed. */
export const withReturnState: { readonly state: ReturnState } = { state: { returns: true } };
