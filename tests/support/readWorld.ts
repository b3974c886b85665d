import { contract } from '../../contract/index.ts';
import { isOwnText } from '../../contract/lists/searchPath.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { World } from './effects/world.ts';
import type { Answer, Client } from './product.ts';
import type { ReadCell, Wanted } from './readCells.ts';
import { isSpecRole } from './specRoles.ts';

/** The client with the role. */
export function clientWithRole({ admin, operations, sales, customer, subUser }: World, role: Role): Client {
  if (!isSpecRole(role)) throw new Error(`nobody of the test has the role ${role}`);
  return { SuperAdmin: admin, GeneralAdmin: operations, SalesMan: sales, Enterprise: customer, Subordinate: subUser }[
    role
  ];
}

/** The column of an entity at a path, which may go through one reference. */
function columnAt(entity: Entity, path: string): { readonly value: string; readonly join: string } {
  const [head = '', rest] = path.split('.');
  if (rest !== undefined && isOwnText(entity, path)) return { value: `t."${head}" ->> '${rest}'`, join: '' };
  if (rest === undefined) return { value: `t."${head}"`, join: '' };
  const [name, field] = Object.entries(entity.fields).find(([, one]) => one.as === head) ?? [];
  return { value: `r."${rest}"`, join: `join "${contract.entity(field?.to ?? '').table}" r on r.id = t."${name}"` };
}

/** Reads what a caller sees first, and values of it; each query runs once. */
export function readerOf(world: World) {
  const answers = new Map<string, Promise<string>>();
  const once = (key: string, work: () => Promise<string>): Promise<string> => {
    const found = answers.get(key) ?? work();
    answers.set(key, found);
    return found;
  };
  const firstId = ({ entity, role }: ReadCell) =>
    once(`${entity.name} ${role}`, async () => {
      const { body } = await clientWithRole(world, role).get(`/v1/${entity.path}/list?per_page=1`);
      return String(body?.items?.[0]?.id ?? 0);
    });
  const at = (entity: Entity, path: string, id: string) =>
    once(`${entity.name} ${path} ${id}`, async () => {
      const { value, join } = columnAt(entity, path);
      const { rows } = await world.database.executeSql(
        `select ${value}::text as value from "${entity.table}" t ${join} where ${value} is not null and t.deleted_at is null
          order by t.id <> ${id}, t.id limit 1`,
      );
      return String(rows[0]?.['value'] ?? '');
    });
  const meant = async (cell: ReadCell, name: string, wanted: Wanted): Promise<string> => {
    if (typeof wanted === 'string') return wanted;
    const narrow = name.startsWith('filter_') ? cell.entity.list.parameters?.[wanted.path] : undefined;
    if (!narrow)
      return (await at(cell.entity, wanted.path, await firstId(cell))) || (name === 'search' ? 'nowhere' : '1');
    if (narrow.names === 'interval') return '2026-12-01T00:00:00Z/2026-12-02T00:00:00Z';
    return narrow.to ? at(contract.entity(narrow.to), 'id', '0') : '7';
  };
  /** The path of a cell, filled with values that its role sees. */
  const pathOf = async (cell: ReadCell): Promise<string> => {
    const query = new URLSearchParams();
    for (const [name, wanted] of Object.entries(cell.parameters)) query.set(name, await meant(cell, name, wanted));
    return `${cell.path.replace('{id}', await firstId(cell))}${query.size > 0 ? `?${query}` : ''}`;
  };
  /** Sends the request. The body of an export is not read, because its ids are selected before the response starts. */
  const ask = async ({ operation, role }: ReadCell, path: string): Promise<Pick<Answer, 'status' | 'body'>> => {
    const { key, get } = clientWithRole(world, role);
    if (operation !== 'export') return get(path);
    const { status, body } = await world.app.request(path, { headers: { authorization: key } });
    await body?.cancel();
    return { status, body: {} };
  };
  return { pathOf, ask };
}
