import { kinds } from '../../kinds/index.ts';
import { hasRight, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, mayWrite } from '../../schema/entity.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import type { FormDeclaration, ScreenDeclaration } from '../../schema/screen.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';
import { stepAndActionInputs } from '../support/walkFields.ts';

const headOf = (name: string): string => name.split('.')[0] ?? '';

/** One mistake for each name that occurs twice at this place. */
const checkRepeated = (entity: Entity, place: string, names: readonly string[] = []): string[] =>
  repeated(names).map((name) => mistake(entity, place, `names "${name}" twice; leave one out`));

/** True if some role can set the field, and the object around it, in a request body. */
function isSet(entity: Entity, name: string): boolean {
  const head = fieldOf(entity, headOf(name));
  const field = fieldOf(entity, name);
  if (!head || !field || (field !== head && field.readOnly)) return false;
  return roles.some((role) => mayWrite(head, role, 'create') || mayWrite(head, role, 'edit'));
}

const wholes = ['object'];
const kindsOfRows: readonly KindName[] = ['object', 'list'];

/** True if the items of a list have no input. Objects are rows of inputs; other items are picked or typed. */
const hasNoInput = (items: Field | undefined): boolean =>
  items?.kind === 'object'
    ? Object.values(items.fields ?? {}).every(({ readOnly }) => readOnly) ||
      Object.values(items.fields ?? {}).some(({ kind, readOnly }) => !readOnly && kindsOfRows.includes(kind))
    : items !== undefined && !kinds[items.kind].item.hasInput;

function checkForm(entity: Entity, place: string, form: FormDeclaration = []): string[] {
  const names = form.flat();
  const known = names.filter((name) => fieldOf(entity, name));
  return [
    ...checkRepeated(entity, place, names),
    ...known
      .filter((name) => !isSet(entity, name))
      .map((name) => mistake(entity, place, `names "${name}", which nobody may set; leave it out`)),
    ...known
      .filter((name) => isSet(entity, name) && wholes.includes(fieldOf(entity, name)?.kind ?? ''))
      .map((name) => mistake(entity, place, `names the object "${name}"; name its fields: "${name}.…"`)),
    ...known
      .filter((name) => isSet(entity, name) && hasNoInput(fieldOf(entity, name)?.items))
      .map((name) => mistake(entity, place, `names the list "${name}", whose items no form takes; leave it out`)),
  ];
}

/** Finds inputs of a step or an action that its dialog cannot show. */
const checkDialog = (entity: Entity, place: string, asked: Field): string[] => {
  const unsupported = Object.entries(asked.fields ?? {}).filter(
    ([, { kind, readOnly }]) => !readOnly && (kindsOfRows.includes(kind) || kind === 'file'),
  );
  return [
    ...(hasNoInput(asked.items) ? [mistake(entity, place, 'is a list whose items no dialog takes; leave it out')] : []),
    ...unsupported.map(([name, { kind }]) =>
      mistake(
        entity,
        `${place}.${name}`,
        `is of the kind ${kind}, which no dialog takes within an object; leave it out`,
      ),
    ),
  ];
};

/** Finds required fields that a role may not set although it may create records. */
const checkRequired = (entity: Entity): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => {
    if (!field.required || field.readOnly || field.computed || field.default !== undefined) return [];
    const makers = roles.filter((role) => hasRight(entity.access, 'create', role) && !mayWrite(field, role, 'create'));
    if (makers.length === 0) return [];
    const instead = `add ${makers.length > 1 ? 'the roles' : 'the role'} to "write", give it a default, or make it readOnly and set it in beforeCreate`;
    return [mistake(entity, name, `is required, and ${makers.join(', ')} may create and not set it; ${instead}`)];
  });

/** A screen's form must have every required field that the roles creating records with it may set. */
function checkFormComplete(entity: Entity, screen: ScreenDeclaration): string[] {
  const form = (screen.form ?? entity.form ?? []).flat().map(headOf);
  const isServed = (role: string) =>
    (entity.servedBy ?? []).some(
      (one) => one.operations.includes('create') && (one.roles as readonly string[]).includes(role),
    );
  const creators = screen.roles.filter((role) => hasRight(entity.access, 'create', role) && !isServed(role));
  if (form.length === 0 || creators.length === 0 || entity.without?.includes('create')) return [];
  const given = [...form, ...Object.keys(screen.preset ?? {})];
  return Object.entries(entity.fields)
    .filter(([name, field]) => field.required && field.default === undefined && !given.includes(name))
    .filter(([, field]) => creators.some((role) => mayWrite(field, role, 'create')))
    .map(([name]) => {
      const place = `screens ${screen.path} form`;
      return mistake(
        entity,
        place,
        `leaves out "${name}", which is required; name it there, preset it, or say servedBy`,
      );
    });
}

/** Options of a screen about its form must name fields of that form. */
function checkScreen(entity: Entity, screen: ScreenDeclaration): string[] {
  const place = `screens ${screen.path}`;
  const form = (screen.form ?? entity.form ?? []).flat();
  const presets = Object.entries(screen.preset ?? {});
  const offered = (name: string) => fieldOf(entity, name)?.choices?.map(({ id }) => id as unknown);
  return [
    ...(['columns', 'filters', 'required'] as const).flatMap((word) =>
      checkRepeated(entity, `${place} ${word}`, screen[word]),
    ),
    ...(screen.required ?? [])
      .filter((name) => !form.includes(name))
      .map((name) =>
        mistake(entity, `${place} required`, `names "${name}", which its form does not have; name it there`),
      ),
    ...presets
      .filter(([name]) => fieldOf(entity, name) && !isSet(entity, name))
      .map(([name]) => mistake(entity, `${place} preset`, `names "${name}", which nobody may set; leave it out`)),
    ...presets
      .filter(([name, value]) => offered(name)?.includes(value) === false)
      .map(([name, value]) =>
        mistake(
          entity,
          `${place} preset`,
          `starts with ${value} as "${name}", which is no choice; write one of its choices`,
        ),
      ),
    ...Object.entries(screen.only ?? {}).flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((one) => offered(name)?.includes(one) === false)
        .map((one) =>
          mistake(entity, `${place} only`, `wants ${one} as "${name}", which is no choice; write one of its choices`),
        ),
    ),
    ...checkForm(entity, `${place} form`, screen.form),
    ...checkFormComplete(entity, screen),
  ];
}

/** Finds forms that could not be submitted, and names that occur twice. */
export const checkForms: Check = ({ entity }) => [
  ...(['columns', 'optional', 'identifies', 'card', 'filters', 'search', 'sortable'] as const).flatMap((word) =>
    checkRepeated(entity, `list.${word}`, entity.list[word]),
  ),
  ...(entity.unique ?? []).flatMap((group) => checkRepeated(entity, 'unique', group)),
  ...Object.entries(entity.fields).flatMap(([name, field]) => checkRepeated(entity, `${name}, "embed",`, field.embed)),
  ...checkForm(entity, 'form', entity.form),
  ...checkRequired(entity),
  ...stepAndActionInputs(entity).flatMap(([place, asked]) =>
    Object.entries(asked).flatMap(([name, field]) => checkDialog(entity, `${place}.${name}`, field)),
  ),
  ...(entity.screens ?? []).flatMap((screen) => checkScreen(entity, screen)),
];
