import { useRole } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { GroupedPicker } from '../programs/GroupedPicker.tsx';
import ExamplesButton from './ExamplesButton.tsx';
import { eventOptions } from './eventOptions.ts';

/** The events of a webhook: a list to search in, and common choices. */
export default function EventsInput(props: FieldInputProps) {
  const words = text().webhook;
  const presets = [
    { label: words.everything, words: ['*'] },
    { label: words.orders, words: ['order.created', 'order.confirmed', 'order.approved', 'order.rejected'] },
    { label: words.licences, words: ['licence.issued', 'licence.issue_failed', 'licence.withdrawn', 'licence.ending'] },
  ];
  return (
    <GroupedPicker input={props} options={eventOptions(useContract(), useRole())} presets={presets}>
      <ExamplesButton look="text" />
    </GroupedPicker>
  );
}
