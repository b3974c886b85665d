import type { Entity } from '../../../../contract/schema/entity.ts';
import { auditActions, stepsAndActions } from '../../../../contract/timeline/auditAction.ts';
import { translate } from '../../../i18n/text.ts';

/** What was done: a step or an action by its own name, anything else by the console's word for it. */
export function actionName(entity: Entity | undefined, name: unknown): string {
  const steps = entity ? stepsAndActions(entity) : [];
  const label = steps.find((one) => one.name === name)?.label ?? auditActions[String(name)];
  return label ? translate(label) : String(name);
}
