import { type ValueSelection, valueSelection } from './scimFilter.ts';
import { invalidValue, ScimRefusal } from './scimRefusal.ts';
import { canonicalValue, isScimObject, type ScimObject, singleValue } from './scimResource.ts';
import {
  attributeNamed,
  coreAttributes,
  enterpriseAttributes,
  enterpriseSchema,
  isIgnoredAttribute,
  type ScimAttribute,
  userSchema,
} from './scimSchemas.ts';

/** Changes of a user by PATCH (RFC 7644, 3.5.2), also in the forms in which Entra ID and Okta send them. */

const maxOperations = 100;

type OperationName = 'add' | 'replace' | 'remove';

interface PatchOperation {
  readonly op: OperationName;
  readonly path: string | undefined;
  readonly value: unknown;
}

/** The value of a name in any case. */
const valueNamed = (given: ScimObject, name: string): unknown =>
  Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1];

function operationIn(given: unknown): PatchOperation {
  const name = isScimObject(given) ? String(valueNamed(given, 'op')).toLowerCase() : '';
  const path = isScimObject(given) ? (valueNamed(given, 'path') ?? undefined) : undefined;
  const isKnown = name === 'add' || name === 'replace' || name === 'remove';
  if (!isScimObject(given) || !isKnown || !(path === undefined || typeof path === 'string'))
    throw new ScimRefusal(400, 'invalidSyntax', 'scim_operation', { max: maxOperations });
  return { op: name, path: path === '' ? undefined : (path as string | undefined), value: valueNamed(given, 'value') };
}

/** The operations of a body; `op` may begin with a capital letter, as Entra ID sends it. */
function operationsIn(body: ScimObject): PatchOperation[] {
  const list = valueNamed(body, 'operations');
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations)
    throw new ScimRefusal(400, 'invalidSyntax', 'scim_operation', { max: maxOperations });
  return list.map(operationIn);
}

/** What a path leads to. */
interface PatchTarget {
  readonly attribute: ScimAttribute;
  /** True for an attribute of the enterprise extension. */
  readonly isExtension: boolean;
  readonly selection: ValueSelection | undefined;
  /** The part of a complex attribute. */
  readonly part: ScimAttribute | undefined;
}

const readOnly = /^(id|meta|schemas|groups)(\.|$)/i;
const pathForm = /^([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/s;

/** A path without the schema before it. */
function withoutSchema(path: string): {
  readonly rest: string;
  readonly isExtension: boolean;
  readonly isForeign: boolean;
} {
  const text = path.toLowerCase();
  const prefix = [userSchema, enterpriseSchema].find((one) => text.startsWith(`${one.toLowerCase()}:`));
  const rest = prefix ? path.slice(prefix.length + 1) : path;
  return { rest, isExtension: prefix === enterpriseSchema, isForeign: !prefix && text.startsWith('urn:') };
}

/**
 * The target of a path.
 * @returns undefined for an attribute of the standard, or of another schema, that is not stored
 * @throws 400 `invalidPath` for any other path, `mutability` for what only the server sets
 */
function targetOf(path: string): PatchTarget | undefined {
  const { rest, isExtension, isForeign } = withoutSchema(path);
  if (isForeign) return undefined;
  if (readOnly.test(rest)) throw new ScimRefusal(400, 'mutability', 'scim_read_only', { name: path.slice(0, 80) });
  const [, name = '', inner, partName] = pathForm.exec(rest) ?? [];
  const attribute = attributeNamed(isExtension ? enterpriseAttributes : coreAttributes, name);
  const part = partName === undefined ? undefined : attributeNamed(attribute?.subAttributes ?? [], partName);
  const isWhole = attribute && (partName === undefined || part) && (inner === undefined || attribute.multiValued);
  if (isWhole)
    return { attribute, isExtension, selection: inner === undefined ? undefined : valueSelection(inner), part };
  const plain = partName === undefined ? name : `${name}.${partName}`;
  if (isIgnoredAttribute(plain)) return undefined;
  throw new ScimRefusal(400, 'invalidPath', 'scim_path', { name: path.slice(0, 80) });
}

/** The values of a multi-valued attribute as objects. */
const itemsOf = (value: unknown): ScimObject[] =>
  value === undefined || value === null
    ? []
    : [value].flat().map((item) => (isScimObject(item) ? { ...item } : { value: item }));

/** Adds values; a new primary one takes the place of the old one (RFC 7643, 2.4). */
function withAdded(list: readonly ScimObject[], added: readonly ScimObject[]): ScimObject[] {
  const isPrimary = ({ primary }: ScimObject) => String(primary).toLowerCase() === 'true';
  const before = added.some(isPrimary) ? list.map((one) => ({ ...one, primary: false })) : list;
  return [...before, ...added];
}

/** A value after a change of it, or of one of its parts. */
function changedItem(item: ScimObject, op: OperationName, part: ScimAttribute | undefined, value: unknown): ScimObject {
  if (part) return { ...item, [part.name]: op === 'remove' ? null : singleValue(value) };
  const [given] = itemsOf(value);
  return { ...item, ...given };
}

function changedSelection(
  list: readonly ScimObject[],
  { op, value }: PatchOperation,
  { part, attribute }: PatchTarget,
  { selects, parts }: ValueSelection,
): ScimObject[] {
  const canonical = part ? value : canonicalValue(value, attribute);
  if (op === 'remove' && !part) return list.filter((item) => !selects(item));
  if (list.some(selects)) return list.map((item) => (selects(item) ? changedItem(item, op, part, canonical) : item));
  if (op === 'remove') return [...list];
  if (!parts) throw new ScimRefusal(400, 'noTarget', 'scim_path', { name: attribute.name });
  // Entra ID replaces the value of a user who has none.
  return withAdded(list, [changedItem({ primary: true, ...parts }, op, part, canonical)]);
}

function changedList(list: readonly ScimObject[], operation: PatchOperation, target: PatchTarget): ScimObject[] {
  const { op, value } = operation;
  const { selection, part, attribute } = target;
  if (selection) return changedSelection(list, operation, target, selection);
  if (part) return (list.length > 0 ? list : [{}]).map((item) => changedItem(item, op, part, value));
  const given = itemsOf(canonicalValue(value, attribute));
  if (op === 'add') return withAdded(list, given);
  if (op === 'replace') return given;
  const removed = new Set(given.map((one) => one['value']));
  return removed.size === 0 ? [] : list.filter((one) => !removed.has(one['value']));
}

function changedObject(before: unknown, { op, value }: PatchOperation, { part, attribute }: PatchTarget): unknown {
  if (!part && op === 'remove') return null;
  const given = part ? { [part.name]: op === 'remove' ? null : singleValue(value) } : canonicalValue(value, attribute);
  if (!isScimObject(given)) throw invalidValue('scim_object', { name: attribute.name });
  return { ...(isScimObject(before) ? before : {}), ...given };
}

function changedValue(before: unknown, operation: PatchOperation, target: PatchTarget): unknown {
  const { attribute } = target;
  if (attribute.multiValued) return changedList(itemsOf(before), operation, target);
  if (attribute.type === 'complex') return changedObject(before, operation, target);
  if (operation.op !== 'remove') return singleValue(operation.value);
  if (attribute.required || attribute.mutability === 'immutable')
    throw new ScimRefusal(400, 'mutability', 'scim_read_only', { name: attribute.name });
  return null;
}

function applyAt(resource: ScimObject, operation: PatchOperation, path: string): ScimObject {
  const target = targetOf(path);
  if (!target) return resource;
  const { name } = target.attribute;
  if (!target.isExtension) return { ...resource, [name]: changedValue(resource[name], operation, target) };
  const extension = isScimObject(resource[enterpriseSchema]) ? resource[enterpriseSchema] : {};
  return {
    ...resource,
    [enterpriseSchema]: { ...extension, [name]: changedValue(extension[name], operation, target) },
  };
}

/** Applies the attributes of a value without a path; their names may be paths themselves, as Entra ID sends them. */
function applyObject(resource: ScimObject, operation: PatchOperation, value: ScimObject, prefix = ''): ScimObject {
  return Object.entries(value).reduce((changed, [name, one]) => {
    if (prefix === '' && readOnly.test(name)) return changed;
    const isSchema = [userSchema, enterpriseSchema].some((schema) => schema.toLowerCase() === name.toLowerCase());
    if (isSchema && isScimObject(one)) return applyObject(changed, operation, one, `${name}:`);
    return applyAt(changed, { ...operation, value: one }, `${prefix}${name}`);
  }, resource);
}

function applyOperation(resource: ScimObject, operation: PatchOperation): ScimObject {
  const { op, path, value } = operation;
  if (path?.toLowerCase() === enterpriseSchema.toLowerCase())
    return isScimObject(value) ? applyObject(resource, operation, value, `${enterpriseSchema}:`) : resource;
  if (path !== undefined) return applyAt(resource, operation, path);
  if (op === 'remove') throw new ScimRefusal(400, 'noTarget', 'scim_path_missing');
  if (!isScimObject(value)) throw invalidValue('scim_object', { name: 'value' });
  return applyObject(resource, operation, value);
}

/**
 * A resource after the operations of a body.
 * @param resource with the names of the standard
 * @throws 400 with the kind of mistake (RFC 7644, 3.12)
 */
export const patched = (resource: ScimObject, body: ScimObject): ScimObject =>
  operationsIn(body).reduce(applyOperation, resource);
