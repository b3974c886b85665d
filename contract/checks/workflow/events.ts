import { recordEventTypes } from '../../events/eventTypes.ts';
import { namedActions } from '../../schema/action.ts';
import type { Entity } from '../../schema/entity.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import { type Check, mistake } from '../support/mistake.ts';

/** The events that a declaration names, each with its place. */
const namedEvents = (entity: Entity): (readonly [place: string, type: string | undefined])[] => [
  ...entitySteps(entity).map(({ name, event }) => [`lifecycle.${name}`, event] as const),
  ...namedActions(entity).map(({ name, event }) => [`actions.${name}`, event] as const),
  ...Object.entries(entity.events ?? {}).map(([name, { type }]) => [`events.${name}`, type] as const),
];

/** Finds events with names that webhooks could not tell from others, or that no pattern of a webhook covers. */
export const checkEvents: Check = ({ entity }) => {
  const ofRecords = recordEventTypes(entity);
  return namedEvents(entity).flatMap(([place, type]) => {
    if (type === undefined) return [];
    const other = `write it in small letters with a dot, such as "${entity.name}.closed"`;
    if (!/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/.test(type))
      return [mistake(entity, place, `has the event "${type}"; ${other}`)];
    return ofRecords.includes(type)
      ? [mistake(entity, place, `has the event "${type}", which every record of it has; write another`)]
      : [];
  });
};
