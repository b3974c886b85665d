import type { Entity } from '../../../../contract/schema/entity.ts';
import { auditActions, stepsAndActions } from '../../../../contract/timeline/auditAction.ts';
import { translate } from '../../../i18n/text.ts';

/** The label of an audited action: a step or an action has its own, all others have one in `auditActions`. */
export function actionName(entity: Entity | undefined, name: unknown): string {
  const steps = entity ? stepsAndActions(entity) : [];
  const label = steps.find((one) => one.name === name)?.label ?? auditActions[String(name)];
  return label ? translate(label) : String(name);
}
