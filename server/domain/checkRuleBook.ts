import { mistake } from '../../contract/checks/support/mistake.ts';
import { unknownNames } from '../../contract/checks/support/suggest.ts';
import { hasImport } from '../../contract/lists/hasImport.ts';
import { hasRight, roles } from '../../contract/schema/access.ts';
import { namedActions } from '../../contract/schema/action.ts';
import { type Entity, hasEncryptedFields, isStored, storedFields } from '../../contract/schema/entity.ts';
import { isLockedFields } from '../../contract/schema/field/environment.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { entitySteps } from '../../contract/schema/lifecycle.ts';
import type { Rules } from '../core/rules.ts';

const isAny = (things: object): boolean => Object.keys(things).length > 0;
const has = (rules: object | undefined, name: string): boolean => Object.hasOwn(rules ?? {}, name);

/** The conditions in code that the notices of an entity name. */
const namedConditions = ({ notices = {} }: Entity): string[] =>
  Object.values(notices).flatMap(({ schedule }) => schedule?.unless ?? []);

/** The offsets in code that the notices of an entity name. */
const namedOffsets = ({ notices = {} }: Entity): string[] =>
  Object.values(notices).flatMap(({ schedule }) => schedule?.chosen ?? []);

/** Declarations that need a rule which does not exist. */
function missingRules(entity: Entity, rules: Rules): string[] {
  const missing = (place: string, what: string, write: string) =>
    mistake(entity, place, `${what}; write ${write} in its rules in server/domain`);
  const made = !entity.without?.includes('create') && roles.some((role) => hasRight(entity.access, 'create', role));
  return [
    ...Object.entries(entity.fields).flatMap(([name, field]) => [
      ...(field.computed &&
      !field.formula &&
      !isLockedFields(name, field) &&
      !has(rules.computed, name) &&
      !has(rules.columns, name)
        ? [missing(name, 'is computed, and no rule computes it', `"computed" or "columns" of ${name}`)]
        : []),
      ...(field.inputOnly && !rules.beforeCreate && !rules.beforeUpdate && !rules.afterCreate
        ? [missing(name, 'is inputOnly, and no rule uses it', '"beforeCreate" or "beforeUpdate"')]
        : []),
      ...(made &&
      field.required &&
      field.readOnly &&
      field.default === undefined &&
      !field.serial &&
      !rules.beforeCreate
        ? [missing(name, 'is required and readOnly, and no rule sets it', '"beforeCreate"')]
        : []),
    ]),
    ...(hasImport(entity) && rules.prepare
      ? [
          mistake(
            entity,
            'import',
            'has a rule "prepare", which is too slow for thousands of rows; leave the import out',
          ),
        ]
      : []),
    ...Object.keys(entity.list.parameters ?? {})
      .filter((name) => !has(rules.parameters, name))
      .map((name) => missing(`list.parameters.${name}`, 'has no meaning', `"parameters" of ${name}`)),
    ...namedConditions(entity)
      .filter((name) => !has(rules.conditions, name))
      .map((name) => missing('notices', `have "unless: ${name}", which has no meaning`, `"conditions" of ${name}`)),
    ...namedOffsets(entity)
      .filter((name) => !has(rules.chosen, name))
      .map((name) => missing('notices', `have "chosen: ${name}", which has no meaning`, `"chosen" of ${name}`)),
    ...namedActions(entity)
      .filter(({ name, input = {}, assign = {}, create = {}, update = {}, takes = {}, effect }) => {
        const hasRule = has(rules.actions, name) || effect !== undefined;
        return !hasRule && !isAny({ ...input, ...assign, ...create, ...update, ...takes });
      })
      .map(({ name }) => missing(`actions.${name}`, 'has no effect', `"actions" of ${name}`)),
  ];
}

type WithInput = {
  readonly name: string;
  readonly input?: Fields;
  /** A word typed for confirmation, which is checked and not stored. */
  readonly typed?: { readonly input: string };
};

/** Inputs of a step or an action that are neither stored fields nor used by a rule. */
const lostInputs = (
  entity: Entity,
  place: string,
  word: 'transitions' | 'actions',
  { name, input = {}, typed }: WithInput,
) =>
  Object.keys(input)
    .filter((key) => key !== typed?.input && !(Object.hasOwn(entity.fields, key) && isStored(entity.fields[key])))
    .map((key) => {
      const what = `is no stored field, and no rule of the ${word === 'actions' ? 'action' : 'step'} uses it`;
      const write = `declare the field, or write "${word}" of ${name} in its rules in server/domain`;
      return mistake(entity, `${place}.${name}.input.${key}`, `${what}; ${write}`);
    });

/** True if a rule gets the input of a step or an action. */
const isHandledByRule = (rules: Rules, word: 'transitions' | 'actions', { name, effect }: WithEffect): boolean =>
  effect === undefined ? has(rules[word], name) : rules.effects?.[effect]?.within !== undefined;

interface WithEffect {
  readonly name: string;
  readonly effect?: string;
}

/** Effects that are named but missing, unused, empty, or next to a rule under the step's own name. */
function effects(entity: Entity, rules: Rules): string[] {
  const steps = entitySteps(entity).map((step) => ['lifecycle', 'transitions', step] as const);
  const all = [...steps, ...namedActions(entity).map((action) => ['actions', 'actions', action] as const)];
  const named = all.filter(([, , { effect }]) => effect !== undefined);
  const known = Object.keys(rules.effects ?? {});
  return [
    ...named.flatMap(([place, word, { name, effect = '' }]) => [
      ...unknownNames(entity, `${place}.${name}`, [effect], known, 'the effect'),
      ...(has(rules[word], name)
        ? [
            mistake(
              entity,
              `${place}.${name}`,
              `has the effect "${effect}" and a rule of its own name; leave one of them out`,
            ),
          ]
        : []),
    ]),
    ...known
      .filter((one) => !named.some(([, , { effect }]) => effect === one))
      .map(
        (one) => `server/domain: effects of ${entity.name} has "${one}", which no step and no action names; name it`,
      ),
    ...known
      .filter((one) => !rules.effects?.[one]?.within && !rules.effects?.[one]?.afterwards)
      .map((one) => `server/domain: effects of ${entity.name}, "${one}", does nothing; write "within" or "afterwards"`),
  ];
}

const lostInputMistakes = (entity: Entity, rules: Rules): string[] => [
  ...entitySteps(entity)
    .filter((step) => !isHandledByRule(rules, 'transitions', step))
    .flatMap((step) => lostInputs(entity, 'lifecycle', 'transitions', step)),
  ...namedActions(entity)
    .filter((action) => !isHandledByRule(rules, 'actions', action))
    .flatMap((action) => lostInputs(entity, 'actions', 'actions', action)),
];

/** Rules under names that the declaration does not have. */
function unknownRules(entity: Entity, rules: Rules): string[] {
  const computed = Object.keys(entity.fields).filter((name) => entity.fields[name]?.computed);
  const known = {
    computed,
    columns: computed,
    shown: storedFields(entity).map(([name]) => name),
    transitions: Object.keys(entity.lifecycle?.transitions ?? {}),
    actions: Object.keys(entity.actions ?? {}),
    parameters: Object.keys(entity.list.parameters ?? {}),
    conditions: namedConditions(entity),
    chosen: namedOffsets(entity),
  };
  const named = {
    computed: 'computed field',
    columns: 'computed field',
    shown: 'stored field',
    transitions: 'step',
    actions: 'action',
    parameters: 'parameter',
    conditions: 'condition in a notice',
    chosen: 'choice of days in a notice',
  };
  return (
    ['computed', 'columns', 'shown', 'transitions', 'actions', 'parameters', 'conditions', 'chosen'] as const
  ).flatMap((word) =>
    Object.keys(rules[word] ?? {})
      .filter((name) => !known[word].includes(name))
      .map((name) => {
        const remedy =
          known[word].length > 0 ? `write one of ${known[word].join(', ')}` : 'declare it, or leave it out';
        return `server/domain: ${word} of ${entity.name} has "${name}", which is no ${named[word]} of it; ${remedy}`;
      }),
  );
}

/** A recorded read must be of a record with a secret: by that the console knows not to preload it. */
const traceMistakes = (entity: Entity, rules: Rules): string[] =>
  rules.afterGet && !hasEncryptedFields(entity)
    ? [
        `server/domain: afterGet of ${entity.name} records reads of an entity without a secret, which the console also ` +
          'preloads before they are opened; encrypt one of its fields, or leave afterGet out',
      ]
    : [];

/** Children are created in the transaction of their parent, which must not wait for slow work. */
const slowChildMistakes = (entity: Entity, ruleBook: Readonly<Record<string, Rules | undefined>>): string[] =>
  Object.entries(entity.children ?? {})
    .filter(([, one]) => one.nested && ruleBook[one.entity]?.prepare)
    .map(([name, one]) => {
      const what = `are "nested", and the rules of ${one.entity} have "prepare"; create them one by one`;
      return mistake(entity, `children.${name}`, what);
    });

/**
 * All mistakes between declarations and their rules, one sentence each.
 * @param ruleBook the rules by entity
 */
export function findRuleMistakes(
  entities: readonly Entity[],
  ruleBook: Readonly<Record<string, Rules | undefined>>,
): string[] {
  const names = entities.map(({ name }) => name);
  return [
    ...Object.keys(ruleBook)
      .filter((name) => !names.includes(name))
      .map(
        (name) => `server/domain: there are rules of "${name}", which is no entity; write one of ${names.join(', ')}`,
      ),
    ...entities.flatMap((entity) => {
      const rules = ruleBook[entity.name] ?? {};
      return [
        ...missingRules(entity, rules),
        ...lostInputMistakes(entity, rules),
        ...unknownRules(entity, rules),
        ...effects(entity, rules),
        ...traceMistakes(entity, rules),
        ...slowChildMistakes(entity, ruleBook),
      ];
    }),
  ];
}
