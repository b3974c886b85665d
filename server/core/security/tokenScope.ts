import { covers, scopeOf } from '../../../contract/access/scopes.ts';
import { message } from '../../../contract/messages/message.ts';
import { isRefused } from '../../../contract/narrowing/withheld.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../appError.ts';
import type { Caller } from '../context.ts';

/**
 * Refuses what the token of the caller may not do. Callers without a token have signed in and need no scope.
 * @param scope the scope that the request needs; undefined if no token may make it
 * @throws 403, which names the missing scope
 */
export function requireScope({ token }: Pick<Caller, 'token'>, scope: string | undefined): void {
  if (!token) return;
  if (scope === undefined) throw new AppError(403, message('not_for_tokens'));
  if (!covers(token.scopes, scope)) throw new AppError(403, message('missing_scope', { scope }));
}

/** True unless the caller has a token that may not read the records of an entity. */
export function tokenReads({ token }: Pick<Caller, 'token'>, entity: Entity): boolean {
  if (!token) return true;
  const scope = scopeOf(entity, 'read');
  return scope !== undefined && covers(token.scopes, scope);
}

/**
 * Refuses an operation, a step or an action with an entity that a variant withholds from the role of the caller. The
 * declaration of the entity refuses it as well; this is the one place where every request passes.
 * @param entity as the caller has it
 * @throws 403
 */
export function refuseWithheld(entity: Entity, operation: string): void {
  const { narrowing } = entity.contract;
  if (narrowing && isRefused(narrowing, entity, operation)) throw AppError.forbidden();
}

/**
 * Refuses an operation, a step or an action with an entity that the caller may not do: the token of a program has no
 * scope for it, or it is withheld from a person.
 * @throws 403, which names the missing scope
 */
export function requireEntityScope(caller: Pick<Caller, 'token'>, entity: Entity, operation: string): void {
  requireScope(caller, scopeOf(entity, operation));
  refuseWithheld(entity, operation);
}
