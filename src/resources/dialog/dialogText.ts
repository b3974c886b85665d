import type { Label } from '../../../contract/messages/label.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { recordsNoun } from '../../../contract/screens/recordNoun.ts';
import { fillSentence } from '../../../contract/values/valueText.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { recordValueText } from '../values/recordValueText.ts';

interface StepOrAction {
  readonly label: Label;
  readonly tone?: 'primary' | 'danger' | undefined;
  readonly confirm?: Label | false | undefined;
}

/**
 * The text of a dialog's button. One that ends something names it, so that it is not confused with the cancel button:
 * `Close project`.
 * @param records The records that the action is run on.
 */
export function buttonText(entity: Entity, { label, tone }: StepOrAction, records: readonly RecordData[]): string {
  const word = translate(label);
  const noun = translate(recordsNoun(entity, records));
  const isNamed = word.toLowerCase().includes(noun.toLowerCase());
  return tone === 'danger' && !isNamed ? text().ask.actionTitle(word, noun) : word;
}

/** The text of the button that leaves a dialog: “Cancel”, unless its action is itself called so. */
export function leaveText(action: string): string {
  const { cancel, back } = text().actions;
  return action.toLowerCase().includes(cancel.toLowerCase()) ? back : cancel;
}

/** The question or consequence shown before a step or an action, with values of the record in it. */
export function questionText(entity: Entity, { confirm }: StepOrAction, record: RecordData): string | undefined {
  return confirm
    ? fillSentence(translate(confirm), (name, isBare) => recordValueText(entity, name, record, isBare))
    : undefined;
}

/** The different questions of several records. */
export function questionTexts(entity: Entity, asked: StepOrAction, records: readonly RecordData[]): string[] {
  return [...new Set(records.flatMap((record) => questionText(entity, asked, record) ?? []))];
}
