import { type EntityRows, entities } from '../../../contract/index.ts';
import { message } from '../../../contract/messages/message.ts';
import { screens } from '../../../contract/screens/menu.ts';
import { AppError } from '../../core/appError.ts';
import type { Rules } from '../../core/rules.ts';

/** True for the address of a screen, and for a list on it: the address and the name of the entity that it lists. */
function isScreen(text: string): boolean {
  const [path, entity, ...others] = text.split(' ');
  const isEntity = entity === undefined || entities.some(({ name }) => name === entity);
  return others.length === 0 && isEntity && screens.some((screen) => screen.path === path);
}

/** A view belongs to a list of the console (B38). */
export const savedView: Rules<EntityRows['saved_view']> = {
  async beforeCreate(_context, values) {
    if (!isScreen(String(values['screen']))) throw AppError.invalid({ screen: [message('choice')] });
    return values;
  },
};
