/** What a cell drawn by hand is given; it stands apart, since the registry imports the cells. */
export interface CellProps {
  value: unknown;
  record: Readonly<Record<string, unknown>>;
}
