import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';
import type { IconName } from './icon.ts';

/** A screen in the side menu. */
export interface MenuEntry {
  /** The name of a group in contract/screens/menu.ts; without one the entry stands by itself. */
  readonly group?: string;
  /** Small numbers stand first. */
  readonly order: number;
  /** The picture, when not the entity's. */
  readonly icon?: IconName;
  /** The entry is left out while this holds for the user who is signed in; the screen stays open to them. */
  readonly hiddenWhen?: Condition;
}

/** Where the entity stands in the console: a route, its guard and its menu entry. */
export interface ScreenDeclaration {
  readonly path: string;
  readonly roles: readonly Role[];
  /** Its title, and the text of its menu entry; what several of the records are called unless given. */
  readonly label: Label;
  /** What one of its records is called, wherever it stands; the entity's label unless given. It needs `only`. */
  readonly noun?: Label;
  readonly menu?: MenuEntry;
  /** What the list of this screen is narrowed to. */
  readonly only?: Readonly<Record<string, number | string | readonly (number | string)[]>>;
  /** Fields that a record made on this screen starts with. */
  readonly preset?: Readonly<Record<string, number | string | boolean>>;
  /** Columns of this screen's list, when not the entity's. */
  readonly columns?: readonly string[];
  /** Filters in the bar of this screen, when not all of the list's. */
  readonly filters?: readonly string[];
  /** The values of a choice that forms of this screen offer; a preset field stands in the form only when it is here. */
  readonly choices?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Fields that the form of this screen wants filled, besides those that are required everywhere. */
  readonly required?: readonly string[];
  /** The form of this screen, when not the entity's. */
  readonly form?: FormDeclaration;
}

/** A screen as it is written, which need not say its label. */
export type WrittenScreen = Omit<ScreenDeclaration, 'label'> & Partial<Pick<ScreenDeclaration, 'label'>>;

/** A second place of the entity: with another entity, for roles that have no screen of it or need it there too. */
export interface EmbeddedListDeclaration {
  readonly entity: string;
  /**
   * What refers to that entity, one of the list's filters or of its `parameters`: the detail of each of its records lists the
   * records that belong to it. Without it all the caller's records stand beside that entity's list, as a tab of its screen.
   */
  readonly by?: string;
  /** A condition over that entity's record: only while it holds does the list stand in its detail. */
  readonly when?: Condition;
  /** What the list is called there; what several of the records are called unless given. */
  readonly label?: Label;
  /** Who finds them there: to look at, and with the new, edit, delete and steps that are theirs. */
  readonly roles: readonly Role[];
}

/** What the page of a record shows first, and what belongs to it (D1). */
export interface DetailDeclaration {
  /** Fields that stand first, in this order, also while they are empty; the others follow as far as they hold something. */
  readonly summary?: readonly string[];
  /** Entities that are `children`, or `embeddedIn` this one by a reference: each a tab. The others stand below the summary. */
  readonly tabs?: readonly string[];
}

/** Operations that something drawn by hand serves. */
export interface ServedByDeclaration {
  /** `create`, `edit`, `remove`, steps of the lifecycle, or actions. */
  readonly operations: readonly string[];
  readonly roles: readonly Role[];
  /** The path of the screen or page that serves them; `lists` for what stands above every list. */
  readonly from: string;
}

/** Rows of a form: a field alone, or several side by side. A dotted name is a field of an object. */
export type FormDeclaration = readonly (string | readonly string[])[];
