import { entityNamed } from '../../contract/index.ts';
import { ownReads } from '../custom/reads.ts';

/** How a record of an entity reads where it is chosen or referred to: as the console says by hand, else by its title. */
export function reads(entity: string, record: Readonly<Record<string, unknown>>): string {
  const said = ownReads[entity]?.(record) ?? record[entityNamed(entity).title];
  return String(said ?? record.name ?? record.code ?? record.id);
}
