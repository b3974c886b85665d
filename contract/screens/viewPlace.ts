import type { Contract } from '../schema/entity.ts';
import { guardedScreens } from './menu.ts';

/**
 * True for the key of a choice that the console saves for a user beside the views: the density, and the columns and the
 * default view of a list.
 */
export const isChoiceKey = (key: string): boolean => key === 'density' || /^(columns|opens) ./.test(key);

/** True for the address of a screen, and for a list on it: the address and the name of the entity that it lists. */
export function isViewPlace(contract: Contract, text: string): boolean {
  const [path, entity, ...others] = text.split(' ');
  const isEntity = entity === undefined || contract.byName.has(entity);
  return others.length === 0 && isEntity && guardedScreens(contract).some((screen) => screen.path === path);
}
