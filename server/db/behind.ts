import { type Entity, storedFields } from '../../contract/entity.ts';
import type { Schema } from './schema.ts';

/** What declarations ask of the database and no migration has made: a sentence for each entity, with the command to run. */
export function behind(live: Schema, entities: readonly Entity[]): string[] {
  return entities.flatMap((entity) => {
    const table = live.get(entity.table);
    const missing = storedFields(entity)
      .map(([name]) => name)
      .filter((name) => !table?.columns.has(name));
    if (table && missing.length === 0) return [];
    const what = table
      ? `the table "${entity.table}" lacks ${missing.join(', ')}`
      : `there is no table "${entity.table}"`;
    return [`${entity.name} is declared, and ${what}; run: npm run migration -- ${entity.name}`];
  });
}

/** Refuses to go on where declarations are ahead of the database. In: its schema, and the declarations. */
export function refuseBehind(live: Schema, entities: readonly Entity[]): void {
  const found = behind(live, entities);
  if (found.length > 0) throw new Error(found.join('\n  '));
}
