import { inputInBody, isFilledIn } from '../kinds/writable.ts';
import { memoize } from '../lib/memoize.ts';
import { type Role, roles } from '../schema/access.ts';
import { type ActionEndpointDeclaration, type NamedAction, namedActions } from '../schema/action.ts';
import type { Entity } from '../schema/entity.ts';
import { type Fields, reference } from '../schema/field/field.ts';

/** An endpoint with its actions, which determine its route, checks and documentation. */
export interface ActionEndpoint extends ActionEndpointDeclaration {
  readonly entity: Entity;
  readonly method: 'POST';
  readonly actions: readonly NamedAction[];
  /** The roles that may take at least one of the actions. */
  readonly roles: readonly Role[];
  /** All inputs of the actions. An input is required if every action requires it. */
  readonly body: Fields;
}

/** True if a body of the action must contain the input: it has neither a default nor the record's value as a preset. */
const isRequiredInBody = ({ input = {}, prefilled = [] }: NamedAction, name: string): boolean =>
  input[name]?.required === true && !isFilledIn(input[name]) && !prefilled.includes(name);

function sharedInputs(actions: readonly NamedAction[]): Fields {
  const inputs: Fields = Object.assign({}, ...actions.map(({ input = {} }) => inputInBody(input)));
  return Object.fromEntries(
    Object.entries(inputs).map(([name, field]) => {
      const isRequired = actions.every((action) => isRequiredInBody(action, name));
      const { required: _required, ...rest } = field;
      return [name, isRequired ? field : rest];
    }),
  );
}

function endpointBody(
  entity: Entity,
  { idIn, which }: ActionEndpointDeclaration,
  actions: readonly NamedAction[],
): Fields {
  const id = idIn === undefined ? {} : { [idIn]: reference(entity.name, { label: entity.label, required: true }) };
  return { ...id, ...which, ...sharedInputs(actions) };
}

/**
 * An endpoint of an entity's actions, by its name.
 * @throws if there is none
 */
export function actionEndpointOf(entity: Entity, name: string): ActionEndpoint {
  const found = actionEndpoints(entity).find((one) => one.name === name);
  if (!found) throw new Error(`${entity.name} has no action endpoint "${name}"`);
  return found;
}

/** The distinct endpoints of an entity's actions, made once for each declaration. */
export const actionEndpoints: (entity: Entity) => readonly ActionEndpoint[] = memoize(endpointsOf);

function endpointsOf(entity: Entity): ActionEndpoint[] {
  // An action without an endpoint gets its sentence from the checks (contract/checks/workflow/actions.ts).
  const all = namedActions(entity).filter(({ endpoint }) => endpoint?.path !== undefined);
  const endpoints = all
    .map(({ endpoint }) => endpoint)
    .filter((endpoint, at, before) => before.findIndex((one) => one.name === endpoint.name) === at);
  return endpoints.map((endpoint) => {
    const actions = all.filter((one) => one.endpoint.name === endpoint.name);
    const admitted = roles.filter((role) => actions.some((one) => one.roles.includes(role)));
    return {
      ...endpoint,
      entity,
      method: 'POST',
      actions,
      roles: admitted,
      body: endpointBody(entity, endpoint, actions),
    };
  });
}
