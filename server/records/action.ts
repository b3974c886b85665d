import type { Operation } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import { type Context, callerOf } from '../domain/context.ts';
import type { Values } from '../domain/rules.ts';
import { checkReferences, parseInput } from './body.ts';
import { demand } from './read.ts';

/**
 * Judges the body of a call that is no plain write, by the same rules: the role may use the operation (403),
 * the body fits the fields (422), and every reference in it, also inside lists, is in the caller's scope (422).
 */
export async function judged(
  context: Context,
  entity: Entity,
  operation: Operation,
  name: string,
  fields: Fields,
  body: unknown,
): Promise<Values> {
  demand(entity, operation, callerOf(context));
  const values = parseInput(entity, name, fields, body);
  await checkReferences(context, fields, values);
  return values;
}
