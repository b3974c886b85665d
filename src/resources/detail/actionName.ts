import { actionsOf } from '../../../contract/action.ts';
import type { Entity } from '../../../contract/entity.ts';
import { transitionsOf } from '../../../contract/lifecycle.ts';
import { translate } from '../../i18n/text.ts';
import { actions } from './actions.ts';

/** What was done: a step or an action by its own name, anything else by the console's word for it. */
export function actionName(entity: Entity | undefined, name: unknown): string {
  const steps = [...(entity?.lifecycle ? transitionsOf(entity.lifecycle) : []), ...actionsOf(entity ?? {})];
  const label = steps.find((one) => one.name === name)?.label ?? actions[String(name)];
  return label ? translate(label) : String(name);
}
