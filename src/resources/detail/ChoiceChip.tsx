import type { Choice } from '../../../contract/field.ts';
import type { Label } from '../../../contract/label.ts';
import { say } from '../../i18n/text.ts';
import { dash } from '../format.ts';

interface ChipProps {
  choices: readonly Choice[];
  value: unknown;
  otherwise?: Label | undefined;
}

/** A choice as a coloured chip with its text, or plain text where it has no colour. */
export function ChoiceChip({ choices, value, otherwise }: ChipProps) {
  const found = choices.find((choice) => choice.id === value);
  if (!found) return <>{otherwise && value !== null && value !== undefined ? say(otherwise) : dash}</>;
  if (!found.tone) return <>{say(found.label)}</>;
  return <span className={`choice ${found.tone}`}>{say(found.label)}</span>;
}
