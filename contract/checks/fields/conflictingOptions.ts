import { kinds } from '../../kinds/index.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake } from '../support/mistake.ts';
import { type FieldOption, optionValue } from '../support/optionNames.ts';

type Option = keyof Field;

/** What says how people set a field, for fields that nobody sets. */
const waysToSet = [
  'required',
  'unique',
  'default',
  'createOnly',
  'readOnlyWhen',
  'write',
  'writePath',
  'inputOnly',
  'hidden',
  'encrypted',
] as const satisfies readonly FieldOption[];

/** For each option, the options that have no effect next to it, and why. */
const conflicts: Readonly<Partial<Record<Option, { readonly why: string; readonly options: readonly FieldOption[] }>>> =
  {
    computed: {
      why: 'no column holds it and nobody sets it',
      options: [...waysToSet, 'migrate', 'earliest', 'latest'],
    },
    rollup: {
      why: 'the database alone sets it, to 0 at first',
      options: [...waysToSet, 'migrate.backfill', 'migrate.narrowed', 'computed', 'formula'],
    },
    inputOnly: {
      why: 'it is neither stored nor answered',
      options: [
        'unique',
        'default',
        'migrate',
        'readOnly',
        'readOnlyWhen',
        'read',
        'hidden',
        'encrypted',
        'detailOnly',
        'fixedFor',
        'onDelete',
      ],
    },
    hidden: {
      why: 'it is never answered and nobody sets it',
      options: [
        'read',
        'write',
        'createOnly',
        'readOnlyWhen',
        'readPath',
        'writePath',
        'detailOnly',
        'fixedFor',
        'as',
        'embed',
        'alsoAs',
      ],
    },
    readOnly: { why: 'the server alone sets it', options: ['write', 'createOnly', 'readOnlyWhen', 'secret'] },
    createOnly: { why: 'no edit sets it', options: ['readOnlyWhen'] },
    encrypted: {
      why: 'what is encrypted differs each time',
      options: ['unique', 'default', 'migrate.backfill', 'migrate.narrowed'],
    },
  };
const embedding: readonly Option[] = ['as', 'embed', 'alsoAs'];

const contradictions = (entity: Entity, place: string, field: Field): string[] =>
  (Object.entries(conflicts) as [Option, { why: string; options: readonly FieldOption[] }][]).flatMap(
    ([option, { why, options }]) => {
      const more = option === 'computed' || option === 'inputOnly' ? embedding : [];
      return [...options, ...more]
        .filter((other) => field[option] && (optionValue(field, other) ?? false) !== false)
        .map((other) => mistake(entity, place, `is ${option}, and ${why}; leave out "${other}" or "${option}"`));
    },
  );

function checkEncrypted(entity: Entity, name: string, { encrypted, kind }: Field): string[] {
  if (!encrypted || kinds[kind].encryptable) return [];
  return [mistake(entity, name, `is encrypted, and ${kind} is no text; make it a text or a longText`)];
}

/** A field that only a single-record response contains is useless if the entity has no `get`. */
function checkDetail(entity: Entity, name: string, field: Field): string[] {
  const word = (['encrypted', 'detailOnly'] as const).find((one) => field[one]);
  if (!word || !entity.without?.includes('get')) return [];
  return [mistake(entity, name, `is ${word}, and "without" leaves out "get", which alone gives it; leave one out`)];
}

/** A required field that a form does not always show, and that the server does not fill in. */
function checkShown(entity: Entity, place: string, { required, shownWhen, readOnly, default: start }: Field): string[] {
  if (!required || !shownWhen || readOnly || start !== undefined) return [];
  const why = 'is shownWhen, and a form that does not show it could not be sent';
  return [mistake(entity, place, `${why}; leave out "required" or "shownWhen"`)];
}

const checkInner = (entity: Entity, name: string, field: Field): string[] =>
  Object.entries(field.fields ?? {}).flatMap(([inner, one]) => checkShown(entity, `${name}.${inner}`, one));

/**
 * A value that is unique for ever must be drawn by the server: a user's value could be refused because of a deleted
 * record that the user cannot see.
 */
function checkUniqueEver(entity: Entity, name: string, { unique, readOnly, serial }: Field): string[] {
  if (unique !== 'ever' || readOnly || serial !== undefined) return [];
  const why = "is unique 'ever', and what a deleted record had could not be given again";
  return [mistake(entity, name, `${why}; make it readOnly, or say unique: true`)];
}

/** `exact` has an effect only on unique texts. */
function checkExact(entity: Entity, name: string, { exact, unique }: Field): string[] {
  if (!exact || unique || entity.unique?.some((group) => group.includes(name))) return [];
  return [mistake(entity, name, 'is exact, and nothing that it is in is unique; leave it out, or say unique')];
}

/** Finds options that make another option of the same field void. */
export const checkConflictingOptions: Check = ({ entity }) =>
  Object.entries(entity.fields).flatMap(([name, field]) => [
    ...contradictions(entity, name, field),
    ...checkEncrypted(entity, name, field),
    ...checkUniqueEver(entity, name, field),
    ...checkExact(entity, name, field),
    ...checkDetail(entity, name, field),
    ...checkShown(entity, name, field),
    ...checkInner(entity, name, field),
  ]);
