import type { Condition, Through } from '../access.ts';
import type { Entity } from '../entity.ts';
import { type Look, mistake, storedField } from './mistake.ts';

type Wanted = Condition[string];
const mine = ['id', 'enterprise_id', 'parent_id'];

const isCondition = (wanted: Wanted): wanted is Condition =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);

function checkThrough(look: Look, place: string, { through, field, where }: Through): string[] {
  const held = look.entities.get(through);
  if (!held) return [mistake(look.entity, place, `goes through "${through}", which is no entity`)];
  const known = storedField(held, field);
  return [
    ...(known ? [] : [mistake(look.entity, place, `goes through ${through}.${field}, which does not exist`)]),
    ...checkCondition(look, place, held, where),
  ];
}

function checkWanted(look: Look, place: string, over: Entity, name: string, wanted: Wanted): string[] {
  const field = storedField(over, name);
  if (!field) return [mistake(look.entity, place, `asks for ${over.name}.${name}, which does not exist`)];
  if (!isCondition(wanted)) return [];
  if ('through' in wanted) return checkThrough(look, place, wanted as unknown as Through);
  if ('me' in wanted) {
    const known = mine.includes(String(wanted['me']));
    return known ? [] : [mistake(look.entity, place, `asks for the caller's "${wanted['me']}", which nobody has`)];
  }
  const target = look.entities.get(field.to ?? '');
  if (field.kind === 'reference') return target ? checkCondition(look, place, target, wanted) : [];
  return [mistake(look.entity, place, `looks behind ${over.name}.${name}, which is no reference`)];
}

/**
 * Looks at a condition over the stored fields of an entity. In: where it stands, and what entity it is over.
 * Out: a sentence for each field that it asks for and that does not exist, however deep.
 */
export function checkCondition(look: Look, place: string, over: Entity, condition: Condition): string[] {
  return Object.entries(condition).flatMap(([name, wanted]) =>
    name === 'anyOf'
      ? (wanted as readonly Condition[]).flatMap((one) => checkCondition(look, place, over, one))
      : checkWanted(look, place, over, name, wanted),
  );
}
