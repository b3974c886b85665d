import { type RawBuilder, sql } from 'kysely';
import type { Proof } from '../../core/context.ts';

/** Whether the caller is who they are taken for, as each row tells it. No field has such a name. */
const proofColumn = '_caller';

/** What a statement selects besides, so that it proves its caller; nothing without a `proof`, or where one before did. */
export const proving = (proof: Proof | undefined): RawBuilder<unknown> =>
  proof && !proof.holds ? sql`, ${proof.statement} as ${sql.id(proofColumn)}` : sql``;

/** Takes note of what the rows of such a statement tell. */
export function prove(proof: Proof | undefined, rows: readonly Readonly<Record<string, unknown>>[]): void {
  if (proof && rows[0]?.[proofColumn] === true) proof.holds = true;
}
