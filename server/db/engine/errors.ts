import type { DeclaredEntity } from '../../../contract/schema/entity.ts';

/** A unique value that another live record has. */
export class UniqueViolation extends Error {
  readonly entity: DeclaredEntity;
  /** The names of the fields whose values together are not unique. */
  readonly fields: readonly string[];

  constructor(entity: DeclaredEntity, fields: readonly string[], cause: unknown) {
    super(`${entity.name}: ${fields.join(', ')} is not unique`, { cause });
    this.entity = entity;
    this.fields = fields;
  }
}

/** Values that a constraint over several fields refuses: a `check`, or a period of `noOverlap`. */
export class ConstraintViolation extends Error {
  readonly entity: DeclaredEntity;
  /** The messages by field name. */
  readonly broken: Readonly<Record<string, string>>;

  constructor(entity: DeclaredEntity, broken: Readonly<Record<string, string>>, cause: unknown) {
    super(`${entity.name}: ${Object.keys(broken).join(', ')} breaks a constraint`, { cause });
    this.entity = entity;
    this.broken = broken;
  }
}

/** Children beyond a limit that their parent's `check` sets, reported at the child's reference to the parent. */
export class ChildLimitViolation extends ConstraintViolation {}

/** An error of the database, with the property names of `pg`. */
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

/** The deadline of the request has passed; its transaction is rolled back. */
export class DeadlineExceeded extends DatabaseError {
  constructor() {
    super('the request took longer than its limit', '57014');
  }
}

/**
 * SQLSTATEs of transient errors: the connection (08), a deadlock or a serialization conflict (40), a lack of resources
 * (53), a lock or statement timeout, and a server that stops or starts.
 */
const transientCodes = /^(08...|40...|53...|55P03|57014|57P0[1-5]|25P0[34])$/;
const networkErrorCodes =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver, without a code, for a lost connection. */
const disconnectMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/**
 * True if the same work may succeed a moment later.
 * @param error what the database or its driver threw
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? transientCodes.test(code) || networkErrorCodes.test(code)
    : disconnectMessages.test(error.message);
}

/** True if the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && ['53100', 'ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code));

/** A reference, in these fields, to records of another enterprise than the record's own. */
export class OtherTenantReference extends Error {
  readonly fields: readonly string[];

  constructor(fields: readonly string[], cause: unknown) {
    super(`${fields.join(', ')} refers to a record of another enterprise`, { cause });
    this.fields = fields;
  }
}
