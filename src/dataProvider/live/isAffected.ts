import type { Query } from '@tanstack/react-query';
import { scopeEntities } from '../../../contract/access/scopeColumns.ts';
import { type EndpointName, endpointNamed, endpoints } from '../../../contract/endpoints/index.ts';
import { isDeclared } from '../../../contract/outlines/outlinedContract.ts';
import { rollupFields } from '../../../contract/relations/rollups.ts';
import { type Contract, type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { readSession } from '../../authProvider/session.ts';
import type { RecordData } from '../RecordData.ts';
import type { ChangeBatch } from './changeBatcher.ts';
import type { RemoteChange } from './changeMessage.ts';

/** The records in the data of a react-admin query, of whichever verb. */
export function recordsInData(data: unknown): readonly RecordData[] {
  const found = data && typeof data === 'object' && 'data' in data ? data.data : data;
  const all = Array.isArray(found) ? found : [found];
  return all.filter((one): one is RecordData => typeof one === 'object' && one !== null && 'id' in one);
}

/** The names of the entity's fields that refer to another entity. */
const referencesTo = (entity: Entity, to: string): readonly string[] =>
  [...storedFields(entity)].filter(([, field]) => field.to === to).map(([name]) => name);

const isAlreadyShown = (rows: readonly RecordData[], { id, version, action }: RemoteChange): boolean =>
  action !== 'remove' && rows.some((row) => row.id === id && Number(row.version) >= version);

function mayShowChange(entity: Entity, query: Query, change: RemoteChange): boolean {
  const rows = recordsInData(query.state.data);
  if (change.entity !== entity.name) {
    // A change there may give this reader access to records of this entity, or end it.
    const role = readSession()?.role;
    if (role && scopeEntities(entity, role).includes(change.entity)) return true;
    // Without its declaration it is not known what the entity refers to, so its data is fetched again.
    if (!isDeclared(entity)) return true;
    if (rollupFields(entity).some(({ rollup }) => rollup.entity === change.entity)) return true;
    const names = referencesTo(entity, change.entity);
    return rows.some((row) => names.some((name) => row[name] === change.id));
  }
  if (isAlreadyShown(rows, change)) return false;
  const [, verb, params] = query.queryKey as readonly [string, string?, { id?: unknown; ids?: readonly unknown[] }?];
  const ids = verb === 'getOne' ? [params?.id] : verb === 'getMany' ? params?.ids : undefined;
  return ids === undefined || ids.some((id) => Number(id) === change.id);
}

/** True for reports over many records, which are refreshed less often. */
export const isReport = (query: Query): boolean =>
  query.queryKey[1] === 'totals' || endpointOf(query)?.group === 'dashboard';

const endpointOf = ({ queryKey: [name] }: Query) =>
  typeof name === 'string' && name in endpoints ? endpointNamed(name as EndpointName) : undefined;

/** Groups of endpoints that other users' changes do not affect, and the search, whose hits stay in their place. */
const unaffectedGroups = new Set(['search', 'auth', 'public', 'document', 'user_oauth', 'usage']);

/** True if the changes may affect the data of the query. */
export function isAffected(contract: Contract, query: Query, { changes, missed }: ChangeBatch): boolean {
  const endpoint = endpointOf(query);
  if (endpoint) return !unaffectedGroups.has(endpoint.group);
  const entity = contract.byName.get(String(query.queryKey[0]));
  return entity !== undefined && (missed || changes.some((change) => mayShowChange(entity, query, change)));
}
