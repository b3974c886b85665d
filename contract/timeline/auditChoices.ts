import type { Label } from '../messages/label.ts';
import type { Contract } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import type { Choice } from '../schema/field/options.ts';
import { auditActions, auditedSteps } from './auditAction.ts';

/** Joins the distinct labels of one thing. */
const joinLabels = (labels: readonly Label[]): Label => ({
  en: [...new Set(labels.map(({ en }) => en))].join(' / '),
  zh: [...new Set(labels.map(({ zh }) => zh))].join(' / '),
});

/** All actions that the audit can contain: those with labels of their own, and the steps and actions of each entity. */
function actionChoices({ entities }: Contract): readonly Choice[] {
  const found = new Map<string, Label[]>(Object.entries(auditActions).map(([name, label]) => [name, [label]]));
  for (const { name, label } of entities.flatMap(auditedSteps)) {
    if (Object.hasOwn(auditActions, name)) continue;
    found.set(name, [...(found.get(name) ?? []), label]);
  }
  return [...found].map(([id, labels]) => ({ id, label: joinLabels(labels) }));
}

const choicesByName: Readonly<Record<'entity' | 'action', (contract: Contract) => readonly Choice[]>> = {
  entity: ({ entities }) => entities.map(({ name, label }) => ({ id: name, label })),
  action: actionChoices,
};

/**
 * The field that a list is filtered by. A field whose values are names of entities or actions becomes a choice among
 * these.
 */
export const withAuditChoices = (contract: Contract, field: Field | undefined): Field | undefined =>
  field?.names === 'entity' || field?.names === 'action'
    ? { ...field, kind: 'choice', choices: choicesByName[field.names](contract) }
    : field;
