import { scopeWord } from '../access/scopeWord.ts';
import type { Role } from '../roles/index.ts';
import type { Fields } from '../schema/field/field.ts';

interface Named {
  readonly name: string;
  /** The entity that comments or files belong to; whoever does not read that one has nothing of theirs. */
  readonly addedBy?: string;
}

/**
 * What a variant of a role withholds (issue 37, section 2; docs/decisions/0135-rights-narrowed-by-people.md), in the
 * words of the scopes of tokens: `order:export` for an operation, a step or an action, `order.price:read` for a field
 * that is not seen, and `order.price:write` for one that is not written. A name that the role does not have takes
 * nothing away.
 */
export interface RightsNarrowing {
  readonly role: Role;
  readonly withheld: ReadonlySet<string>;
}

/** Entities of a person's own things: nobody is without them, so nothing of them is withheld. */
export const ownEntities: readonly string[] = ['session', 'user_oauth', 'notification', 'saved_view'];

/**
 * Entities of programs. A program has the rights of a whole role and shows what it reads to whoever set it up, so that
 * a person with narrowed rights has none of them.
 */
export const programEntities: readonly string[] = ['service_account', 'service_token', 'webhook', 'webhook_delivery'];

/** The name under which an operation, a step or an action of an entity is withheld. */
export const operationName = (entity: Named, operation: string): string => `${scopeWord(entity)}:${operation}`;

/** The name under which reading or writing a field is withheld. */
export const fieldName = (entity: Named, field: string, what: 'read' | 'write'): string =>
  `${scopeWord(entity)}.${field}:${what}`;

/** True if the narrowing withholds the operation, the step or the action. */
export function isWithheld({ role, withheld }: RightsNarrowing, entity: Named, operation: string): boolean {
  if (ownEntities.includes(entity.name)) return false;
  if (programEntities.includes(entity.name)) return true;
  if (entity.addedBy !== undefined && isWithheld({ role, withheld }, { name: entity.addedBy }, 'read')) return true;
  // Everybody reads at least their own user.
  if (entity.name === 'user' && operation === 'read') return false;
  return withheld.has(operationName(entity, operation));
}

/** True if a request for the operation is refused at once. Whoever may edit no other user still edits the own one. */
export const isRefused = (narrowing: RightsNarrowing, entity: Named, operation: string): boolean =>
  isWithheld(narrowing, entity, operation) && !(entity.name === 'user' && operation === 'edit');

/** True if the narrowing withholds reading or writing the field. A field that is not seen is not written either. */
export function isFieldWithheld(
  { withheld }: RightsNarrowing,
  entity: Named,
  field: string,
  what: 'read' | 'write',
): boolean {
  if (ownEntities.includes(entity.name)) return false;
  return (
    withheld.has(fieldName(entity, field, 'read')) || (what === 'write' && withheld.has(fieldName(entity, field, what)))
  );
}

/**
 * The inputs for new records of an entity that may be given: without those of its fields that are not written.
 * @param narrowing undefined for the whole role
 */
export function writableInputs(narrowing: RightsNarrowing | undefined, entity: Named, inputs: Fields): Fields {
  if (!narrowing) return inputs;
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => !isFieldWithheld(narrowing, entity, name, 'write')),
  );
}

/** The names of the fields of an entity that are not seen. */
export function hiddenFields({ withheld }: RightsNarrowing, entity: Named): readonly string[] {
  const [start, end] = [`${scopeWord(entity)}.`, ':read'];
  return [...withheld].flatMap((name) =>
    name.startsWith(start) && name.endsWith(end) ? [name.slice(start.length, -end.length)] : [],
  );
}

/** The name under which the console learns of an endpoint that may not be called. No right has such a name. */
export const endpointWithheld = (endpoint: string): string => `endpoint ${endpoint}`;
