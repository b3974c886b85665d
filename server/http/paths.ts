import { isRestorable } from '../../contract/access/retention.ts';
import { type ActionEndpoint, actionEndpoints } from '../../contract/endpoints/actionEndpoint.ts';
import type { Method } from '../../contract/endpoints/endpoint.ts';
import { type EndpointName, endpointNamed, endpoints } from '../../contract/endpoints/index.ts';
import { memoize } from '../../contract/lib/memoize.ts';
import { hasImport } from '../../contract/lists/hasImport.ts';
import { hasLookup } from '../../contract/lists/lookup.ts';
import { hasTotals } from '../../contract/lists/totals.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { Contract, Entity } from '../../contract/schema/entity.ts';
import { downloadPath, downloadRoles, fileFields, uploadPath, uploadRoles } from '../../contract/values/files.ts';

export type RecordOperation =
  | 'list'
  | 'get'
  | 'create'
  | 'edit'
  | 'remove'
  | 'restore'
  | 'export'
  | 'lookup'
  | 'totals'
  | 'import'
  | FileOperation;

export type FileOperation = 'upload' | 'download';

export interface RecordEndpoint {
  readonly entity: Entity;
  readonly operation: RecordOperation;
  readonly method: Method;
  readonly path: string;
  /** The name of the file field, for uploads and downloads. */
  readonly field?: string;
  /** The roles that may use it, where they depend on the field and not on the operation. */
  readonly roles?: readonly Role[];
}

/** The operations on a whole record, not on a field. */
type WholeOperation = Exclude<RecordOperation, FileOperation>;

const shapes: readonly [WholeOperation, Method, string][] = [
  ['list', 'GET', '/list'],
  ['export', 'GET', '/export'],
  ['lookup', 'GET', '/lookup'],
  ['totals', 'GET', '/totals'],
  ['import', 'POST', '/import'],
  ['create', 'POST', ''],
  ['get', 'GET', '/{id}'],
  ['edit', 'POST', '/{id}'],
  ['remove', 'DELETE', '/{id}'],
  ['restore', 'POST', '/restore/{id}'],
];

function hasOperation(entity: Entity, operation: WholeOperation): boolean {
  if (operation === 'lookup') return hasLookup(entity);
  if (operation === 'totals') return hasTotals(entity);
  if (operation === 'restore') return isRestorable(entity);
  if (operation === 'import') return hasImport(entity);
  if (entity.without?.includes(operation)) return false;
  return operation === 'list' || operation === 'get' || operation === 'export' || Boolean(entity.access[operation]);
}

/** The endpoints of file fields. */
const fileEndpoints = (entity: Entity): RecordEndpoint[] =>
  fileFields(entity)
    .flatMap(([name, field]): (RecordEndpoint & { readonly roles: readonly Role[] })[] => {
      const down = downloadPath(entity, name, '{id}', '{file}');
      const common = { entity, field: name };
      return [
        {
          ...common,
          operation: 'upload',
          method: 'POST',
          path: uploadPath(entity, name),
          roles: uploadRoles(entity, field),
        },
        { ...common, operation: 'download', method: 'GET', path: down, roles: downloadRoles(entity, field) },
      ];
    })
    .filter(({ roles }) => roles.length > 0);

/**
 * The endpoints of an entity: list, export, lookup, totals, import, create, get, edit, remove, restore, and upload and
 * download for each file field.
 */
export const recordEndpoints = (entity: Entity): RecordEndpoint[] => [
  ...shapes
    .filter(([operation]) => hasOperation(entity, operation))
    .map(([operation, method, end]) => ({ entity, operation, method, path: `/v1/${entity.path}${end}` })),
  ...fileEndpoints(entity),
];

export const allRecordEndpoints = memoize(({ entities }: Contract): readonly RecordEndpoint[] =>
  entities.flatMap(recordEndpoints),
);
export const allActionEndpoints = memoize(({ entities }: Contract): readonly ActionEndpoint[] =>
  entities.flatMap(actionEndpoints),
);

/**
 * True if a POST to the path may carry a request key (C21). Endpoints of sessions, tokens and webhooks may not, since
 * their keys and secrets are returned only once.
 */
export const takesRequestKey = (path: string): boolean => !/^\/v1\/(auth|service_token|webhook)(\/|$)/.test(path);

export const endpointNames = Object.keys(endpoints) as EndpointName[];

/** The path in the syntax of the router; an id has at most nine digits. */
export const routePath = (path: string): string => path.replace('{id}', ':id{[0-9]{1,9}}').replace(/\{(\w+)\}/g, ':$1');

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace('{id}', '[0-9]{1,9}')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );

interface KnownEndpoint {
  readonly path: string;
  readonly method: Method;
  readonly pattern: RegExp;
  readonly open: boolean;
}

const knownEndpoint = ({ method, path }: Pick<KnownEndpoint, 'method' | 'path'>, open: boolean): KnownEndpoint => ({
  method,
  path,
  pattern: patternOf(path),
  open,
});

const knownEndpoints = (contract: Contract): readonly KnownEndpoint[] => [
  ...endpointNames
    .map(endpointNamed)
    .map((endpoint) => knownEndpoint(endpoint, endpoint.roles === 'anybody' || endpoint.roles === 'licence')),
  ...allActionEndpoints(contract).map((endpoint) => knownEndpoint(endpoint, false)),
  ...allRecordEndpoints(contract).map((endpoint) => knownEndpoint(endpoint, false)),
];

/** The beginning of a path: `/v1/order`. */
function headOf(path: string): string {
  const end = path.indexOf('/', path.indexOf('/', 1) + 1);
  return end > 0 ? path.slice(0, end) : path;
}

function groupedBy(
  endpoints: readonly KnownEndpoint[],
  key: (path: string) => string,
): ReadonlyMap<string, readonly KnownEndpoint[]> {
  const groups = new Map<string, KnownEndpoint[]>();
  for (const endpoint of endpoints)
    groups.set(key(endpoint.path), [...(groups.get(key(endpoint.path)) ?? []), endpoint]);
  return groups;
}

const isFixed = ({ path }: KnownEndpoint): boolean => !path.includes('{');

/** What the server knows of the paths below `/v1`. */
export interface KnownPaths {
  /** The paths of imports, whose bodies may be larger than others. */
  readonly imports: ReadonlySet<string>;
  /** The paths of uploads, whose bodies are not JSON and as large as their fields allow. */
  readonly uploads: ReadonlySet<string>;
  readonly fixed: ReadonlyMap<string, readonly KnownEndpoint[]>;
  /** Endpoints with parameters in their path, by its beginning; under '' where that is a parameter itself. */
  readonly parameterized: ReadonlyMap<string, readonly KnownEndpoint[]>;
}

/** The paths of the endpoints of a contract. */
export const knownPaths = memoize((contract: Contract): KnownPaths => {
  const all = knownEndpoints(contract);
  const pathsOfOperation = (wanted: RecordOperation): ReadonlySet<string> =>
    new Set(allRecordEndpoints(contract).flatMap(({ operation, path }) => (operation === wanted ? [path] : [])));
  return {
    imports: pathsOfOperation('import'),
    uploads: pathsOfOperation('upload'),
    fixed: groupedBy(all.filter(isFixed), (path) => path),
    parameterized: groupedBy(
      all.filter((endpoint) => !isFixed(endpoint)),
      (path) => (headOf(path).includes('{') ? '' : headOf(path)),
    ),
  };
});

/** The endpoints that match a path, fixed paths first, like in the router (A23). */
const endpointsAt = ({ fixed, parameterized }: KnownPaths, path: string): KnownEndpoint[] => [
  ...(fixed.get(path) ?? []),
  ...[headOf(path), ''].flatMap((head) => (parameterized.get(head) ?? []).filter(({ pattern }) => pattern.test(path))),
];

/** The methods of a path; none for an unknown path. */
export const allowedMethods = (known: KnownPaths, path: string): Method[] => [
  ...new Set(endpointsAt(known, path).map(({ method }) => method)),
];

/**
 * A path for logs and the audit: a text in it may be a token or a key, so it is replaced by the name of its parameter.
 */
export const redactPath = (known: KnownPaths, path: string): string => {
  const endpoint = endpointsAt(known, path)[0];
  if (!endpoint) return path;
  const parts = path.split('/');
  const shown = endpoint.path
    .split('/')
    .map((part, at) => (part.startsWith('{') && part !== '{id}' ? part : parts[at]));
  return shown.join('/');
};

/** A path as declared, without ids and texts, for metrics; unknown paths are reduced to a few groups. */
export function declaredPath(known: KnownPaths, path: string): string {
  const endpoint = endpointsAt(known, path)[0];
  if (endpoint) return endpoint.path;
  return ['/v1/', '/scim/', '/assets/', '/docs/'].find((start) => path.startsWith(start))?.concat('*') ?? '/*';
}

/** The endpoint of a request. HEAD is GET without the content (RFC 9110, 9.3.2). */
const endpointAt = (known: KnownPaths, method: string, path: string): KnownEndpoint | undefined =>
  endpointsAt(known, path).find((endpoint) => endpoint.method === (method === 'HEAD' ? 'GET' : method));

/** True if the endpoint needs no key. */
export const needsNoKey = (known: KnownPaths, method: string, path: string): boolean =>
  endpointAt(known, method, path)?.open ?? false;
