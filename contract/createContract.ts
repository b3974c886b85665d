import type { Label } from './messages/label.ts';
import type { RightsNarrowing } from './narrowing/withheld.ts';
import { addAttachments } from './relations/attachments.ts';
import { withInheritedRights } from './roles/inherit.ts';
import { withOwnProperties } from './roles/roleUsers.ts';
import { completed, hasWords } from './schema/declaration/completed.ts';
import type { Contract, DeclaredEntity, Entity, TitleChoices } from './schema/entity.ts';
import type { Field, Fields } from './schema/field/field.ts';

/**
 * A contract of entities that find each other through it.
 * @param entitiesOf makes the entities, each with the name that it is registered under
 * @param narrowing what the contract has less than that of the product, for a person with narrowed rights
 */
export function contractOf(
  entitiesOf: (contract: Contract) => readonly (readonly [string, Entity | undefined])[],
  narrowing?: RightsNarrowing,
): Contract {
  const registered: Record<string, Entity> = {};
  const byName = new Map<string, Entity>();
  const entities: Entity[] = [];
  const contract: Contract = {
    entities,
    byName,
    registered,
    ...(narrowing && { narrowing }),
    entity(name) {
      const found = byName.get(name);
      if (!found) throw new Error(`contract: there is no entity "${name}"`);
      return found;
    },
  };
  for (const [key, entity] of entitiesOf(contract)) {
    registered[key] = entity as Entity;
    // The checks name an entity that is undefined, as an import of a name that a file does not have is.
    if (!entity) continue;
    entities.push(entity);
    byName.set(entity.name, entity);
  }
  return contract;
}

type Declared = Readonly<Record<string, DeclaredEntity>>;

/** True if every role that reads a record also reads this part of its title. */
const isShownToAll = (field: Field | undefined): field is Field =>
  field !== undefined && !field.read && !field.hidden && !field.encrypted && !field.detailOnly && !field.inputOnly;

/**
 * What other records embed of an entity where they do not say it: its `embed`, or its title. Undefined where not all of
 * their readers may see that; a wrong `embed` is a mistake of the entity alone, so that they embed the title then.
 */
function embeddedFields({ title, embed, fields = {} }: DeclaredEntity): readonly string[] | undefined {
  const isShown = (path: string) => {
    const head = path.split('.')[0] ?? '';
    return isShownToAll(fields[head] ?? Object.values(fields).find((one) => one?.as === head));
  };
  const whole = (paths: readonly string[]) => ['id', ...paths.filter((path) => path !== 'id')];
  const titles = [title].flat();
  if (!titles.every(isShown)) return undefined;
  const named = whole(embed ?? titles);
  return whole(titles).every((path) => named.includes(path)) && named.slice(1).every(isShown) ? named : whole(titles);
}

/**
 * A reference that says nothing about it embeds what the other entity says, under its own name without `_id`.
 */
function withEmbed(declared: Declared, fields: Fields, name: string, field: Field): Field {
  if (!field) return field;
  if (field.embed?.length === 0) {
    const { embed: _embed, ...alone } = field;
    return alone;
  }
  const target = Object.values(declared).find((one) => one?.name === field.to);
  const as = field.as ?? (name.endsWith('_id') ? name.slice(0, -'_id'.length) : undefined);
  if (field.kind !== 'reference' || field.embed || field.hidden || field.inputOnly || !target || !as) return field;
  const isInUse = Object.entries(fields).some(
    ([other, one]) => other === as || (one !== field && one?.as === as) || Object.hasOwn(one?.alsoAs ?? {}, as),
  );
  const embed = isInUse ? undefined : embeddedFields(target);
  return embed ? { ...field, as, embed } : field;
}

/** True if the records of an entity are found in another record or on a page. */
const isFoundElsewhere = (declared: Declared, { name, embeddedIn, servedBy }: DeclaredEntity): boolean =>
  embeddedIn !== undefined ||
  servedBy !== undefined ||
  Object.values(declared).some((one) => Object.values(one?.children ?? {}).some((child) => child?.entity === name));

/** The position of a screen that says none: below the others. */
const lastInMenu = 100;

/** The labels of the choices among the parts of a title: fields of the record, or such that its references embed. */
function titleChoicesOf(declared: Declared, { title }: DeclaredEntity, fields: Fields): TitleChoices | undefined {
  const fieldAt = (path: string): Field | undefined => {
    const [head = '', column] = path.split('.');
    if (column === undefined) return fields[head];
    const to = Object.values(fields).find((one) => one?.as === head)?.to;
    return Object.values(declared).find((one) => one?.name === to)?.fields?.[column];
  };
  const labels = (typeof title === 'string' ? [] : title).flatMap((path): [string, TitleChoices[string]][] => {
    const choices = fieldAt(path)?.choices;
    return choices ? [[path, choices.map(({ id, label }) => ({ id, label }))]] : [];
  });
  return labels.length > 0 ? Object.fromEntries(labels) : undefined;
}

/** Fills in what follows from the other entities: what references embed, the choices of titles, and the screen. */
function withDefaults(declared: Declared, entity: DeclaredEntity): DeclaredEntity & Pick<Entity, 'titleChoices'> {
  const { screens, access, name, labels } = entity;
  const isScreenless = screens === undefined && access?.list.length > 0 && !isFoundElsewhere(declared, entity);
  const fields =
    hasWords(entity.fields) &&
    Object.fromEntries(
      Object.entries(entity.fields).map(([own, field]) => [own, withEmbed(declared, entity.fields, own, field)]),
    );
  const titleChoices = fields && titleChoicesOf(declared, entity, fields);
  return {
    ...entity,
    ...(fields && { fields }),
    ...(titleChoices && { titleChoices }),
    ...(isScreenless && {
      screens: [{ path: `/${name}`, roles: access.list, label: labels, menu: { order: lastInMenu } }],
    }),
  };
}

/** The entities with what the declarations of the roles add: rights that they inherit, and properties of their users. */
const withRoles = (declared: Declared): Declared =>
  Object.fromEntries(
    Object.entries(declared).map(([key, one]) => [
      key,
      one && completed(one, () => withInheritedRights(one.name === 'user' ? withOwnProperties(one) : one)),
    ]),
  );

/**
 * Puts declared entities together, so that each finds the others through its `contract`.
 * @param declared the entities by name, in the order in which menus, searches and documents list them
 * @returns the contract that `compose` and `App` are given; `findMistakes` finds its mistakes
 */
export function createContract(declared: Declared): Contract {
  const whole = addAttachments(withRoles(declared));
  return contractOf((contract) =>
    Object.entries(whole).map(([key, one]) => [
      key,
      one && { ...completed(one, () => withDefaults(whole, one)), contract },
    ]),
  );
}

/** The label of the records that a field refers to, itself or by its items; undefined if it refers to none. */
export const referencedLabel = (contract: Contract, field: Pick<Field, 'to' | 'items'>): Label | undefined =>
  contract.byName.get(field.to ?? field.items?.to ?? '')?.label;
