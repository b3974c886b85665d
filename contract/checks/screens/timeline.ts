import { isTime } from '../../lists/filters.ts';
import type { Role } from '../../schema/access.ts';
import { hasRight, roles } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, fieldOf, isStored } from '../../schema/entity.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import type { TimelineDate, TimelineEvent, TimelinePart } from '../../schema/timeline.ts';
import { partEventNames } from '../../timeline/timelineSources.ts';
import { checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { suggestion, unknownNames } from '../support/suggest.ts';

function isDateField(entity: Entity, name: string): boolean {
  const field = storedField(entity, name);
  return field !== undefined && isTime(field);
}

/** The comment of an entry must be a text of the record. */
function checkComment(entity: Entity, place: string, comment: string | undefined): string[] {
  const field = comment === undefined ? undefined : fieldOf(entity, comment);
  if (comment === undefined || field?.kind === 'text' || field?.kind === 'longText') return [];
  return [mistake(entity, place, `says "${comment}" as its comment, which is no text of the record; name a text`)];
}

function checkAt(entity: Entity, place: string, at: string | undefined): string[] {
  if (at === undefined || isDateField(entity, at)) return [];
  return [mistake(entity, place, `is told by "${at}", which is no stored day or point in time; name one`)];
}

function checkTimelineEvent(entity: Entity, name: string, event: TimelineEvent): string[] {
  const place = `timeline.events.${name}`;
  const steps = [...entitySteps(entity), ...namedActions(entity)];
  const isNamed = name === 'create' || steps.some((one) => one.name === name);
  return [
    ...(event.label || !isNamed ? checkLabel(entity, place, event.label) : []),
    ...checkAt(entity, place, event.at),
    ...checkComment(entity, place, event.comment),
  ];
}

/** @param about The entity that the date belongs to. */
function checkTimelineDate(context: CheckContext, about: Entity, place: string, date: TimelineDate): string[] {
  return [
    ...(date.label ? checkLabel(context.entity, place, date.label) : []),
    ...(isDateField(about, date.at)
      ? []
      : [mistake(context.entity, place, `is at "${date.at}", which is no stored day or point in time; name one`)]),
    ...checkComment(about, place, date.comment),
    ...checkCondition(context, `${place}, "when",`, about, date.when),
  ];
}

/** True if the path is a stored field of the entity, or embedded in its responses. */
function isEmbedded(about: Entity, path: string): boolean {
  const [head, inner] = path.split('.');
  if (inner === undefined) return storedField(about, path) !== undefined;
  return Object.values(about.fields).some(({ as, embed = [] }) => as === head && embed.includes(inner));
}

function checkShown(context: CheckContext, about: Entity, place: string, { names, counts }: TimelinePart): string[] {
  return [
    ...(names === undefined || isEmbedded(about, names)
      ? []
      : [
          mistake(
            context.entity,
            place,
            `names its records by "${names}", which none of them carries; name a field, or embed it`,
          ),
        ]),
    ...(counts === undefined || storedField(about, counts)?.kind === 'integer'
      ? []
      : [mistake(context.entity, place, `counts "${counts}", which is no stored whole number; name an integer`)]),
  ];
}

/** Roles that see the part: the declared ones, or by default those that may list its entity. */
const rolesOfPart = (about: Entity, { roles: declared }: TimelinePart): readonly Role[] =>
  declared ?? roles.filter((role) => hasRight(about.access, 'list', role));

function checkPart(context: CheckContext, name: string, part: TimelinePart): string[] {
  const { entity, entities } = context;
  const place = `timeline.parts.${name}`;
  const about = entities.get(part.entity);
  if (!about)
    return [
      mistake(
        entity,
        place,
        `are "${part.entity}", which is no entity; ${suggestion(part.entity, [...entities.keys()])}`,
      ),
    ];
  const by = fieldOf(about, part.by);
  const to = by?.joined ? by.items?.to : by?.kind === 'reference' && isStored(by) ? by.to : undefined;
  const known = partEventNames(about, part);
  return [
    ...(to === entity.name
      ? []
      : [mistake(entity, place, `refer to it by "${part.by}", which is no reference to "${entity.name}"; name one`)]),
    ...(rolesOfPart(about, part).length === 0 ? [mistake(entity, place, 'are told to nobody; write "roles"')] : []),
    ...unknownNames(entity, place, part.only ?? [], known, 'the entry'),
    ...checkCondition(context, `${place}, "when",`, entity, part.when),
    ...checkShown(context, about, place, part),
    ...Object.entries(part.dates ?? {}).flatMap(([own, date]) =>
      checkTimelineDate(context, about, `${place}.dates.${own}`, date),
    ),
  ];
}

/** Checks that every declared timeline entry refers to existing fields, steps, actions and entities. */
export const checkTimeline: Check = (context) => {
  const { events = {}, dates = {}, parts = {} } = context.entity.timeline ?? {};
  return [
    ...Object.entries(events).flatMap(([name, event]) => checkTimelineEvent(context.entity, name, event)),
    ...Object.entries(dates).flatMap(([name, date]) =>
      checkTimelineDate(context, context.entity, `timeline.dates.${name}`, date),
    ),
    ...Object.entries(parts).flatMap(([name, part]) => checkPart(context, name, part)),
  ];
};
