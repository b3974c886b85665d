import { isAllowed } from '../../../contract/access/permission.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Role } from '../../../contract/roles/index.ts';
import { namedActions } from '../../../contract/schema/action.ts';
import { type Contract, type Entity, fieldOf, mayRead } from '../../../contract/schema/entity.ts';
import { entitySteps } from '../../../contract/schema/lifecycle.ts';
import { screensOfRole } from '../../../contract/screens/menu.ts';
import { text } from '../../i18n/text.ts';

/** A column or a button of a screen, or the screen itself. */
export interface SeenPart {
  readonly name: string;
  readonly label: Label | string;
}

export interface SeenScreen extends SeenPart {
  readonly columns: readonly SeenPart[];
  readonly buttons: readonly SeenPart[];
}

/** The buttons that the console draws on a screen, by the same permissions as it asks for. */
function buttonsOf(entity: Entity, role: Role): SeenPart[] {
  const words = text().roleVariant.operations;
  const caller = { id: 0, role, enterprise_id: null, parent_id: null };
  const operations = Object.entries(words).map(([name, label]) => ({ name, label }));
  const named = [...entitySteps(entity), ...namedActions(entity)].map(({ name, label }) => ({ name, label }));
  return [...operations, ...named].filter(({ name }) => isAllowed({ entity, action: name, caller }));
}

function columnsOf(entity: Entity, role: Role, columns: readonly string[]): SeenPart[] {
  return columns.flatMap((name) => {
    const head = fieldOf(entity, name.split('.')[0] ?? '');
    const field = fieldOf(entity, name) ?? head;
    return field && head && mayRead(head, role) ? [{ name, label: field.label }] : [];
  });
}

/**
 * The screens in the menu of a role with their columns and buttons.
 * @param contract of the product, or narrowed; with all declarations
 */
export const screensSeenBy = (contract: Contract, role: Role): SeenScreen[] =>
  screensOfRole(contract, role)
    .filter(({ menu }) => menu !== undefined)
    .map(({ path, label, entity: name, columns }) => {
      const entity = name === undefined ? undefined : contract.byName.get(name);
      return {
        name: path,
        label,
        columns: entity ? columnsOf(entity, role, columns ?? entity.list.columns) : [],
        buttons: entity ? buttonsOf(entity, role) : [],
      };
    });
