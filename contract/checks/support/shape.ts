import { kindNames } from '../../kinds/index.ts';
import { patternNames } from '../../kinds/textRule.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake } from './mistake.ts';
import { instead } from './suggest.ts';
import { everyField } from './walkFields.ts';

const stepsOf = (entity: Entity) => Object.entries(entity.lifecycle?.transitions ?? {});

const allFields = (entity: Entity) => everyField(entity, (place) => `${place}.item`);

/** The parts that every other check takes for granted, by their places. */
const partsOf = (entity: Entity): Readonly<Record<string, unknown>> => ({
  title: entity.title,
  fields: entity.fields,
  'access.list': entity.access?.list,
  'access.rows': entity.access?.rows,
  'list.columns': entity.list?.columns,
  'list.sort': entity.list?.sort,
  ...Object.fromEntries((entity.list?.summaries ?? []).map(({ by }) => ['list.summaries by', by])),
  ...(entity.lifecycle && { 'lifecycle.transitions': entity.lifecycle.transitions }),
  ...Object.fromEntries(
    stepsOf(entity).flatMap(([name, { from, roles }]) => [
      [`lifecycle.${name}.from`, from],
      [`lifecycle.${name}.roles`, roles],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(entity.actions ?? {}).flatMap(([name, { call, roles }]) => [
      [`actions.${name}.call`, call],
      [`actions.${name}.roles`, roles],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(entity.queue ?? {}).flatMap(([name, { roles, only, shows }]) => [
      [`queue.${name}.roles`, roles],
      [`queue.${name}.only`, only],
      [`queue.${name}.shows`, shows],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(entity.figures ?? {}).flatMap(([name, { roles, only }]) => [
      [`figures.${name}.roles`, roles],
      [`figures.${name}.only`, only],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(entity.charts ?? {}).flatMap(([name, { roles, by }]) => [
      [`charts.${name}.roles`, roles],
      [`charts.${name}.by`, by],
    ]),
  ),
  ...Object.fromEntries((entity.screens ?? []).map(({ path, roles }) => [`screens ${path} roles`, roles])),
});

function checkPattern(entity: Entity, place: string, { matches }: Field): string[] {
  if (matches === undefined || patternNames.includes(matches)) return [];
  return [mistake(entity, place, `matches "${matches}", which is no pattern; ${instead(matches, patternNames)}`)];
}

/** What a declaration cannot be without, kinds and patterns that exist: no other check can look at one that lacks these. */
export const checkShape: Check = ({ entity }) => [
  ...Object.entries(partsOf(entity))
    .filter(([, part]) => part === undefined)
    .map(([place]) => mistake(entity, place, 'is missing; write it')),
  ...allFields(entity)
    .filter(([, field]) => !kindNames.includes(field?.kind))
    .map(([place, field]) => {
      const kind = String(field?.kind);
      return mistake(entity, place, `is of the kind "${kind}", which does not exist; ${instead(kind, kindNames)}`);
    }),
  ...allFields(entity).flatMap(([place, field]) => (field ? checkPattern(entity, place, field) : [])),
];
