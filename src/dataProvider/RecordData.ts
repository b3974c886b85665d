/** A record as the server answers it; what else it holds its declaration says. */
export type RecordData = Readonly<Record<string, unknown>> & { id: number };
