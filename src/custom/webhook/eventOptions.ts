import { allEventTypes, type EventType } from '../../../contract/events/eventTypes.ts';
import { demandAllDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { mayReadRecords, type Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { text, translate } from '../../i18n/text.ts';
import type { GroupedOption } from '../programs/GroupedPicker.tsx';

/** The word of an entity in its events: `order` of `order.confirmed`. */
export const eventGroup = (type: string): string => type.split('.')[0] ?? '';

/** The events of what a role may read. */
export function heardEvents(contract: Contract, role: Role | undefined): EventType[] {
  demandAllDeclarations(contract);
  return allEventTypes(contract).filter(({ entity }) => mayReadRecords(entity.access, role));
}

/** What a webhook of a role can subscribe to, by what it concerns; each group begins with all of its events. */
export function eventOptions(contract: Contract, role: Role | undefined): GroupedOption[] {
  const words = text().webhook;
  const heard = heardEvents(contract, role);
  const groups = new Map(heard.map(({ type, entity }) => [eventGroup(type), translate(entity.labels)]));
  return [
    { word: '*', group: words.all, label: words.everything },
    ...[...groups].flatMap(([word, group]) => [
      { word: `${word}.*`, group, label: words.everyEvent },
      ...heard
        .filter(({ type }) => eventGroup(type) === word)
        .map(({ type, label }) => ({ word: type, group, label: translate(label) })),
    ]),
  ];
}
