import { isTime } from '../../lists/filters.ts';
import type { Role } from '../../schema/access.ts';
import { may, roles } from '../../schema/access.ts';
import { actionsOf } from '../../schema/action.ts';
import { type Entity, fieldOf, isStored } from '../../schema/entity.ts';
import { ownTransitions } from '../../schema/lifecycle.ts';
import type { Moment, TimelinePart, Told } from '../../schema/timeline.ts';
import { namesOfPart } from '../../timeline/timelineSources.ts';
import { checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type Look, mistake, storedField } from '../support/mistake.ts';
import { notThere } from '../support/suggest.ts';

function isTimed(entity: Entity, name: string): boolean {
  const field = storedField(entity, name);
  return field !== undefined && isTime(field);
}

/** What is said with an entry is a text of the record. */
function checkComment(entity: Entity, place: string, comment: string | undefined): string[] {
  const field = comment === undefined ? undefined : fieldOf(entity, comment);
  if (comment === undefined || field?.kind === 'text' || field?.kind === 'longText') return [];
  return [mistake(entity, place, `says "${comment}" as its comment, which is no text of the record`)];
}

function checkAt(entity: Entity, place: string, at: string | undefined): string[] {
  if (at === undefined || isTimed(entity, at)) return [];
  return [mistake(entity, place, `is told by "${at}", which is no stored day or point in time`)];
}

function checkTold(entity: Entity, name: string, told: Told): string[] {
  const place = `timeline.tells.${name}`;
  const steps = [...ownTransitions(entity), ...actionsOf(entity)];
  const isNamed = name === 'create' || steps.some((one) => one.name === name);
  return [
    ...(told.label || !isNamed ? checkLabel(entity, place, told.label) : []),
    ...checkAt(entity, place, told.at),
    ...checkComment(entity, place, told.comment),
  ];
}

/** In: whose moment it is, and the declaration that tells it. */
function checkMoment(look: Look, about: Entity, place: string, moment: Moment): string[] {
  return [
    ...(moment.label ? checkLabel(look.entity, place, moment.label) : []),
    ...(isTimed(about, moment.at)
      ? []
      : [mistake(look.entity, place, `is at "${moment.at}", which is no stored day or point in time`)]),
    ...checkComment(about, place, moment.comment),
    ...checkCondition(look, `${place}, "when",`, about, moment.when),
  ];
}

/** Is what an entry is named by among what its record embeds? */
function isEmbedded(about: Entity, path: string): boolean {
  const [head, inner] = path.split('.');
  if (inner === undefined) return storedField(about, path) !== undefined;
  return Object.values(about.fields).some(({ as, embed = [] }) => as === head && embed.includes(inner));
}

function checkShown(look: Look, about: Entity, place: string, { names, counts }: TimelinePart): string[] {
  return [
    ...(names === undefined || isEmbedded(about, names)
      ? []
      : [mistake(look.entity, place, `names its records by "${names}", which none of them carries`)]),
    ...(counts === undefined || storedField(about, counts)?.kind === 'integer'
      ? []
      : [mistake(look.entity, place, `counts "${counts}", which is no stored whole number`)]),
  ];
}

/** Somebody is told of them: who may list them, unless it says whom. */
const readersOf = (about: Entity, { roles: told }: TimelinePart): readonly Role[] =>
  told ?? roles.filter((role) => may(about.access, 'list', role));

function checkPart(look: Look, name: string, part: TimelinePart): string[] {
  const { entity, entities } = look;
  const place = `timeline.parts.${name}`;
  const about = entities.get(part.entity);
  if (!about) return [mistake(entity, place, `are "${part.entity}", which is no entity`)];
  const by = fieldOf(about, part.by);
  const to = by?.joined ? by.items?.to : by?.kind === 'reference' && isStored(by) ? by.to : undefined;
  const known = namesOfPart(about, part);
  return [
    ...(to === entity.name
      ? []
      : [mistake(entity, place, `refer to it by "${part.by}", which is no reference to "${entity.name}"`)]),
    ...(readersOf(about, part).length === 0 ? [mistake(entity, place, 'are told to nobody; write "roles"')] : []),
    ...notThere(entity, place, part.only ?? [], known, 'the entry'),
    ...checkCondition(look, `${place}, "when",`, entity, part.when),
    ...checkShown(look, about, place, part),
    ...Object.entries(part.moments ?? {}).flatMap(([own, moment]) =>
      checkMoment(look, about, `${place}.moments.${own}`, moment),
    ),
  ];
}

/** What a timeline tells is there to be told. */
export const checkTimeline: Check = (look) => {
  const { tells = {}, moments = {}, parts = {} } = look.entity.timeline ?? {};
  return [
    ...Object.entries(tells).flatMap(([name, told]) => checkTold(look.entity, name, told)),
    ...Object.entries(moments).flatMap(([name, moment]) =>
      checkMoment(look, look.entity, `timeline.moments.${name}`, moment),
    ),
    ...Object.entries(parts).flatMap(([name, part]) => checkPart(look, name, part)),
  ];
};
