/** Two instants in the format of list filters: UTC without milliseconds (R-VALID-14). */
export interface Range {
  readonly start_at?: string | undefined;
  readonly end_at?: string | undefined;
}
