import type { Label } from '../../../contract/messages/label.ts';
import type { Choice } from '../../../contract/schema/field/options.ts';
import { translate } from '../../i18n/text.ts';
import { dash } from './format.ts';

interface ChipProps {
  choices: readonly Choice[];
  value: unknown;
  otherwise?: Label | undefined;
}

/** A choice as a coloured chip with its text, or plain text if it has no colour. */
export function ChoiceChip({ choices, value, otherwise }: ChipProps) {
  const found = choices.find((choice) => choice.id === value);
  if (!found) return <>{otherwise && value !== null && value !== undefined ? translate(otherwise) : dash}</>;
  if (!found.tone) return <>{translate(found.label)}</>;
  return <span className={`choice ${found.tone}`}>{translate(found.label)}</span>;
}
