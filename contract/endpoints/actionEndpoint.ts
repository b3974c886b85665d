import { askedInBody, isFilledIn } from '../kinds/validation.ts';
import { type Role, roles } from '../schema/access.ts';
import { type ActionCall, actionsOf, type NamedAction } from '../schema/action.ts';
import type { Entity } from '../schema/entity.ts';
import { type Fields, reference } from '../schema/field/field.ts';

/** A call with the actions that it takes: from it follow its route, its checks and its documentation. */
export interface TakenCall extends ActionCall {
  readonly entity: Entity;
  readonly method: 'POST';
  readonly actions: readonly NamedAction[];
  /** Who may take one of them. */
  readonly roles: readonly Role[];
  /** All that a body may say. An input is required in it when every action needs it. */
  readonly body: Fields;
}

/** Must a body of the action have the input? Not where it starts with something, or with what the record has. */
const isNeeded = ({ input = {}, prefilled = [] }: NamedAction, name: string): boolean =>
  input[name]?.required === true && !isFilledIn(input[name]) && !prefilled.includes(name);

function inputsOf(actions: readonly NamedAction[]): Fields {
  const inputs: Fields = Object.assign({}, ...actions.map(({ input = {} }) => askedInBody(input)));
  return Object.fromEntries(
    Object.entries(inputs).map(([name, field]) => {
      const isRequired = actions.every((action) => isNeeded(action, name));
      const { required: _required, ...rest } = field;
      return [name, isRequired ? field : rest];
    }),
  );
}

function bodyOf(entity: Entity, { idIn, which }: ActionCall, actions: readonly NamedAction[]): Fields {
  const id = idIn === undefined ? {} : { [idIn]: reference(entity.name, { label: entity.label, required: true }) };
  return { ...id, ...which, ...inputsOf(actions) };
}

/** The calls of an entity's actions, each once. */
export function callsOf(entity: Entity): TakenCall[] {
  const all = actionsOf(entity);
  const calls = all
    .map(({ call }) => call)
    .filter((call, at, before) => before.findIndex((one) => one.name === call.name) === at);
  return calls.map((call) => {
    const actions = all.filter((one) => one.call.name === call.name);
    const admitted = roles.filter((role) => actions.some((one) => one.roles.includes(role)));
    return { ...call, entity, method: 'POST', actions, roles: admitted, body: bodyOf(entity, call, actions) };
  });
}
