import { ScimRefusal } from './scimRefusal.ts';
import { isScimObject, type ScimObject } from './scimResource.ts';
import { enterpriseSchema, userSchema } from './scimSchemas.ts';

/** Which attributes an answer has (RFC 7644, 3.9). */

/** Attributes that every answer has. */
const always: readonly string[] = ['schemas', 'id'];

/** The names of a parameter or of a list in a body, in lower case and without the schema of users. */
const namesIn = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : String(given ?? '').split(','))
    .map((name) => String(name).trim().toLowerCase())
    .map((name) => (name.startsWith(`${userSchema.toLowerCase()}:`) ? name.slice(userSchema.length + 1) : name))
    .filter((name) => name !== '');

/** True if the list names the attribute itself, or the schema or the attribute that it is part of. */
const isNamed = (names: readonly string[], path: string): boolean =>
  names.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}:`));

/** True if the list names a part of the attribute. */
const hasNamedPart = (names: readonly string[], path: string): boolean =>
  names.some((name) => name.startsWith(`${path}.`) || name.startsWith(`${path}:`));

/** Which attributes a request wants: those that are whole in the answer, and those of which some parts may be. */
interface AttributeChoice {
  isWhole(path: string): boolean;
  isOpen(path: string): boolean;
}

/** The chosen parts of an object. */
function chosenParts(value: ScimObject, path: string, choice: AttributeChoice): ScimObject | undefined {
  const join = path === enterpriseSchema.toLowerCase() ? ':' : '.';
  const parts = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const found = chosen(part, `${path}${join}${name.toLowerCase()}`, choice);
    return found === undefined ? [] : [[name, found]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** What an answer has of a value; undefined for nothing. */
function chosen(value: unknown, path: string, choice: AttributeChoice): unknown {
  if (choice.isWhole(path)) return value;
  if (!choice.isOpen(path)) return undefined;
  if (Array.isArray(value))
    return value.flatMap((item) => (isScimObject(item) ? (chosenParts(item, path, choice) ?? []) : []));
  return isScimObject(value) ? chosenParts(value, path, choice) : undefined;
}

/**
 * A resource with the attributes that a request names, or without those that it excludes.
 * @throws 400 if it does both
 */
export function projected(
  resource: ScimObject,
  { attributes, excludedAttributes }: { attributes?: unknown; excludedAttributes?: unknown },
): ScimObject {
  const [only, without] = [namesIn(attributes), namesIn(excludedAttributes)];
  if (only.length > 0 && without.length > 0) throw new ScimRefusal(400, 'invalidValue', 'scim_attributes');
  if (only.length === 0 && without.length === 0) return resource;
  const choice: AttributeChoice =
    only.length > 0
      ? { isWhole: (path) => isNamed(only, path), isOpen: (path) => hasNamedPart(only, path) }
      : {
          isWhole: (path) => !isNamed(without, path) && !hasNamedPart(without, path),
          isOpen: (path) => !isNamed(without, path),
        };
  const parts = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const found = always.includes(name) ? value : chosen(value, name.toLowerCase(), choice);
    return found === undefined ? [] : [[name, found]];
  });
  return Object.fromEntries(parts);
}
