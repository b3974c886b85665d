import { askedInBody, isFilledIn } from '../kinds/validation.ts';
import { type Role, roles } from '../schema/access.ts';
import { type ActionEndpointDeclaration, type NamedAction, namedActions } from '../schema/action.ts';
import type { Entity } from '../schema/entity.ts';
import { type Fields, reference } from '../schema/field/field.ts';

/** A call with the actions that it takes: from it follow its route, its checks and its documentation. */
export interface ActionEndpoint extends ActionEndpointDeclaration {
  readonly entity: Entity;
  readonly method: 'POST';
  readonly actions: readonly NamedAction[];
  /** Who may take one of them. */
  readonly roles: readonly Role[];
  /** All that a body may say. An input is required in it when every action needs it. */
  readonly body: Fields;
}

/** Must a body of the action have the input? Not where it starts with something, or with what the record has. */
const isRequiredInBody = ({ input = {}, prefilled = [] }: NamedAction, name: string): boolean =>
  input[name]?.required === true && !isFilledIn(input[name]) && !prefilled.includes(name);

function sharedInputs(actions: readonly NamedAction[]): Fields {
  const inputs: Fields = Object.assign({}, ...actions.map(({ input = {} }) => askedInBody(input)));
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

/** The calls of an entity's actions, each once. */
export function actionEndpoints(entity: Entity): ActionEndpoint[] {
  const all = namedActions(entity);
  const calls = all
    .map(({ endpoint }) => endpoint)
    .filter(({ name }, index, before) => before.findIndex((one) => one.name === name) === index);
  return calls.map((call) => {
    const actions = all.filter((one) => one.endpoint.name === call.name);
    const admitted = roles.filter((role) => actions.some((one) => one.roles.includes(role)));
    return { ...call, entity, method: 'POST', actions, roles: admitted, body: endpointBody(entity, call, actions) };
  });
}
