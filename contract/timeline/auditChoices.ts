import { entities } from '../index.ts';
import type { Label } from '../messages/label.ts';
import type { Field } from '../schema/field/field.ts';
import type { Choice } from '../schema/field/options.ts';
import { auditActions, auditedSteps } from './auditAction.ts';

/** Several labels of one thing, each once. */
const joinLabels = (labels: readonly Label[]): Label => ({
  en: [...new Set(labels.map(({ en }) => en))].join(' / '),
  zh: [...new Set(labels.map(({ zh }) => zh))].join(' / '),
});

/** All that the audit can tell to have been done: what it has words of its own for, and each entity's steps and actions. */
function actionChoices(): readonly Choice[] {
  const found = new Map<string, Label[]>(Object.entries(auditActions).map(([name, label]) => [name, [label]]));
  for (const { name, label } of entities.flatMap(auditedSteps)) {
    if (Object.hasOwn(auditActions, name)) continue;
    found.set(name, [...(found.get(name) ?? []), label]);
  }
  return [...found].map(([id, labels]) => ({ id, label: joinLabels(labels) }));
}

const choicesByName: Readonly<Record<'entity' | 'action', () => readonly Choice[]>> = {
  entity: () => entities.map(({ name, label }) => ({ id: name, label })),
  action: actionChoices,
};

/** A field as a list offers to narrow by it: one whose values name something of the product is a choice among that. */
export const withAuditChoices = (field: Field | undefined): Field | undefined =>
  field?.names === 'entity' || field?.names === 'action'
    ? { ...field, kind: 'choice', choices: choicesByName[field.names]() }
    : field;
