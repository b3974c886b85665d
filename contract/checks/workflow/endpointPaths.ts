import { type ActionEndpoint, actionEndpoints } from '../../endpoints/actionEndpoint.ts';
import { type EndpointName, endpointNamed, endpoints } from '../../endpoints/index.ts';
import type { Entity } from '../../schema/entity.ts';
import { mistake } from '../support/mistake.ts';

const declaredNames = Object.keys(endpoints) as EndpointName[];

/** A path without the names of its parameters: two that differ only in these answer the same requests. */
const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

/** The paths at which an entity's records are created, edited, imported and restored. */
function recordPaths({ path, access, without = [] }: Entity): string[] {
  const base = `/v1/${path}`;
  return [
    ...(access.create && !without.includes('create') ? [base] : []),
    ...(access.edit && !without.includes('edit') ? [`${base}/{id}`] : []),
    `${base}/import`,
    `${base}/restore/{id}`,
  ];
}

function mistakesOf(entity: Entity, { name, path, actions }: ActionEndpoint, taken: ReadonlySet<string>): string[] {
  const report = (what: string) => mistake(entity, `actions.${actions[0]?.name}.endpoint`, what);
  return [
    ...(taken.has(withoutNames(path)) ? [report(`has the path "${path}" of another endpoint; write another`)] : []),
    ...((declaredNames as readonly string[]).includes(name)
      ? [report(`has the name "${name}" of another endpoint; write another`)]
      : []),
  ];
}

/**
 * Finds endpoints of actions with the path or the name of another endpoint, which would answer in their place.
 * @param entities all entities of the contract
 */
export function sharedEndpoints(entities: readonly Entity[]): string[] {
  const posts = declaredNames.map(endpointNamed).filter(({ method }) => method === 'POST');
  const taken = new Set([...posts.map(({ path }) => path), ...entities.flatMap(recordPaths)].map(withoutNames));
  return entities.flatMap((entity) =>
    actionEndpoints(entity).flatMap((endpoint) => {
      const found = mistakesOf(entity, endpoint, taken);
      taken.add(withoutNames(endpoint.path));
      return found;
    }),
  );
}
