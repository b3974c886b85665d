import { message } from '../../../contract/messages/message.ts';
import { isChoiceKey, isViewPlace } from '../../../contract/screens/viewPlace.ts';
import { AppError } from '../../core/appError.ts';
import type { EntityRules } from '../../core/rules.ts';

/** A view belongs to a list of the console (B38); the console also saves a user's choices as views. */
export const savedView: EntityRules<'saved_view'> = {
  async beforeCreate({ contract }, values) {
    const screen = String(values['screen']);
    if (!isChoiceKey(screen) && !isViewPlace(contract, screen)) throw AppError.invalid({ screen: [message('choice')] });
    return values;
  },
};
