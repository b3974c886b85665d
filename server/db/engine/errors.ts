import type { Entity } from '../../../contract/schema/entity.ts';

/** A value was written that occurs once, and another live record has it. */
export class UniqueViolation extends Error {
  readonly entity: Entity;
  /** The fields whose values together are taken, by name. */
  readonly fields: readonly string[];

  constructor(entity: Entity, fields: readonly string[], cause: unknown) {
    super(`${entity.name}: ${fields.join(', ')} is taken`, { cause });
    this.entity = entity;
    this.fields = fields;
  }
}

/** An error of the database, with the names that `pg` gives to its parts. */
export class DatabaseError extends Error {
  /** https://www.postgresql.org/docs/current/errcodes-appendix.html */
  readonly code: string;
  readonly severity: string | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly position: string | undefined;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;

  /** `parts` are the fields of PostgreSQL's error message, by their letters. */
  constructor(message: string, code: string, parts: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.severity = parts.S;
    this.detail = parts.D;
    this.hint = parts.H;
    this.position = parts.P;
    this.schema = parts.s;
    this.table = parts.t;
    this.column = parts.c;
    this.constraint = parts.n;
  }
}

/** The time of the request was over; nothing of its transaction is kept. */
export class DeadlineExceeded extends DatabaseError {
  constructor() {
    super('the request took longer than it may', '57014');
  }
}

/**
 * SQLSTATEs of faults that pass by themselves: the connection (08), a deadlock or a conflict of transactions (40), too
 * little of something (53), a lock or statement that took too long, and a server that stops or starts.
 */
const transientCodes = /^(08...|40...|53...|55P03|57014|57P0[1-5]|25P0[34])$/;
const networkErrorCodes =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What the driver says, without a code, of a connection that is no more. */
const disconnectMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether the same work may well succeed a moment later. In: what the database or its driver threw. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? transientCodes.test(code) || networkErrorCodes.test(code)
    : disconnectMessages.test(error.message);
}

/** Whether there is no space left to write to. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && ['53100', 'ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code));

/** A record was to point to records of another enterprise than its own, in these fields. */
export class OtherTenantReference extends Error {
  readonly fields: readonly string[];

  constructor(fields: readonly string[], cause: unknown) {
    super(`another enterprise has what is chosen as ${fields.join(', ')}`, { cause });
    this.fields = fields;
  }
}
