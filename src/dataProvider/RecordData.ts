/** A record as the server returns it; the entity's declaration says which further fields it has. */
export type RecordData = Readonly<Record<string, unknown>> & { id: number };
