import type { EntityRows } from '../../../contract/index.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { guardedScreens } from '../../../contract/screens/menu.ts';
import { AppError } from '../../core/appError.ts';
import type { Rules } from '../../core/rules.ts';

/** True for the address of a screen, and for a list on it: the address and the name of the entity that it lists. */
function isScreen(contract: Contract, text: string): boolean {
  const [path, entity, ...others] = text.split(' ');
  const isEntity = entity === undefined || contract.byName.has(entity);
  return others.length === 0 && isEntity && guardedScreens(contract).some((screen) => screen.path === path);
}

/** A view belongs to a list of the console (B38). */
export const savedView: Rules<EntityRows['saved_view']> = {
  async beforeCreate({ contract }, values) {
    if (!isScreen(contract, String(values['screen']))) throw AppError.invalid({ screen: [message('choice')] });
    return values;
  },
};
