import { endpointScope } from '../access/scopes.ts';
import { scopeWord } from '../access/scopeWord.ts';
import { profileEndpoints } from '../endpoints/account/profile.ts';
import { type AnswerDeclaration, type Endpoint, entityInPath, readEverything } from '../endpoints/endpoint.ts';
import { type EndpointName, endpointNamed } from '../endpoints/index.ts';
import type { Role } from '../roles/index.ts';
import type { Contract } from '../schema/entity.ts';
import type { Fields } from '../schema/field/field.ts';
import { hiddenFields, isWithheld, programEntities, type RightsNarrowing, writableInputs } from './withheld.ts';

/** The names in an answer that an endpoint makes by itself, at any depth; records are answered as their entity says. */
const namesIn = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { fields: inner = {}, items }]) => [
    name,
    ...namesIn(items ? { ...inner, items } : inner),
  ]);

function ownAnswer(answer: AnswerDeclaration): readonly string[] {
  if ('fields' in answer) return namesIn({ ...answer.fields, ...answer.optional });
  return 'pageOf' in answer ? namesIn(answer.pageOf) : [];
}

/** True if the answer tells a field that is not seen: by its name, or as the groups of its values. */
function tellsHidden({ answer }: Endpoint, hidden: readonly string[]): boolean {
  const names = hidden.flatMap((name) => [name, `by_${name.replace(/_id$/, '')}`]);
  return ownAnswer(answer).some((name) => names.includes(name));
}

/** The entity whose records the endpoint answers, if it answers records. */
function answeredEntity({ answer }: Endpoint): string | undefined {
  if ('record' in answer) return answer.record;
  if ('page' in answer) return answer.page;
  return 'items' in answer ? answer.items : undefined;
}

/** The own profile and the own notices: nobody is without them, whatever is withheld of users. */
const ownProfile: readonly string[] = Object.keys(profileEndpoints);

/** True if a variant withholds what the endpoint does or tells. */
function isAllWithheld(contract: Contract, narrowing: RightsNarrowing, name: EndpointName): boolean {
  const endpoint = endpointNamed(name);
  if (ownProfile.includes(name)) return false;
  const { group } = endpoint;
  const scope = endpointScope(name);
  if (programEntities.includes(group)) return true;
  const word = scope?.split(':')[0];
  const named = [group, answeredEntity(endpoint)];
  const about = contract.entities.filter((entity) => named.includes(entity.name) || scopeWord(entity) === word);
  if (about.some((entity) => isWithheld(narrowing, entity, 'read'))) return true;
  if (about.some((entity) => tellsHidden(endpoint, hiddenFields(narrowing, entity)))) return true;
  return scope !== undefined && scope !== readEverything && scope !== entityInPath && narrowing.withheld.has(scope);
}

/**
 * True if the role may call an endpoint of its own, as its declaration says and a variant leaves it.
 * @param contract as the caller has it
 */
export function mayCall(contract: Contract, name: EndpointName, role: Role): boolean {
  const { roles } = endpointNamed(name);
  if (roles === 'anybody') return true;
  if (roles === 'licence' || !roles.includes(role)) return false;
  return !contract.narrowing || !isAllWithheld(contract, contract.narrowing, name);
}

/**
 * The body of an endpoint of its own as the caller may send it: where it creates records, without their fields that a
 * variant withholds.
 * @param contract as the caller has it
 */
export function bodyFor(contract: Contract, name: EndpointName): Fields {
  const { body = {} } = endpointNamed(name);
  const [word, operation] = endpointScope(name)?.split(':') ?? [];
  if (!contract.narrowing || operation !== 'create') return body;
  const created = contract.entities.filter((entity) => scopeWord(entity) === word);
  return created.reduce<Fields>((inputs, entity) => writableInputs(contract.narrowing, entity, inputs), body);
}
