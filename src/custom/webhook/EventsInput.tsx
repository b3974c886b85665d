import { allEventTypes, type EventType } from '../../../contract/events/eventTypes.ts';
import { hasRight, type Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { type GroupedOption, GroupedPicker } from '../programs/GroupedPicker.tsx';

const wordOf = ({ type }: EventType): string => type.split('.')[0] ?? '';

/** The events of what a role may read, by what they concern; each group begins with all of its events. */
function optionsFor(contract: Contract, role: Role | undefined): GroupedOption[] {
  const words = text().webhook;
  const heard = allEventTypes(contract).filter(
    ({ entity }) => hasRight(entity.access, 'get', role) || hasRight(entity.access, 'list', role),
  );
  const groups = new Map(heard.map((event) => [wordOf(event), translate(event.entity.labels)]));
  return [
    { word: '*', group: words.all, label: words.everything },
    ...[...groups].flatMap(([word, group]) => [
      { word: `${word}.*`, group, label: words.everyEvent },
      ...heard
        .filter((event) => wordOf(event) === word)
        .map(({ type, label }) => ({ word: type, group, label: translate(label) })),
    ]),
  ];
}

/** The events of a webhook: a list to search in, and common choices. */
export default function EventsInput(props: FieldInputProps) {
  const words = text().webhook;
  const presets = [
    { label: words.everything, words: ['*'] },
    { label: words.orders, words: ['order.created', 'order.confirmed', 'order.approved', 'order.rejected'] },
    { label: words.licences, words: ['licence.issued', 'licence.issue_failed', 'licence.withdrawn', 'licence.ending'] },
  ];
  return <GroupedPicker input={props} options={optionsFor(useContract(), useRole())} presets={presets} />;
}
