import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';
import type { IconName } from './icon.ts';

/** A screen in the side menu. */
export interface MenuEntry {
  /** A group of contract/screens/menu.ts; without one the entry is at the top level. */
  readonly group?: string;
  /** Position, ascending. */
  readonly order: number;
  /** The icon, if not the entity's. */
  readonly icon?: IconName;
  /** The entry is hidden while the signed-in user meets this condition; the screen remains accessible. */
  readonly hiddenWhen?: Condition;
}

/** A screen of the entity in the console: route, allowed roles and menu entry. */
export interface ScreenDeclaration {
  readonly path: string;
  readonly roles: readonly Role[];
  /** Title and menu text; by default the entity's plural label. */
  readonly label: Label;
  /** What a single record is called on every page; by default the entity's label. Requires `only`. */
  readonly noun?: Label;
  readonly menu?: MenuEntry;
  /** Filter of this screen's list. */
  readonly only?: Readonly<Record<string, number | string | boolean | readonly (number | string)[]>>;
  /** Initial values of a record created on this screen. */
  readonly preset?: Readonly<Record<string, number | string | boolean>>;
  /** Columns of this screen's list, if not the entity's. */
  readonly columns?: readonly string[];
  /** Filters of this screen's search bar, if not all of the list's. */
  readonly filters?: readonly string[];
  /**
   * Values of a choice that this screen's forms offer. A field with a preset is in the form only if it is listed here.
   */
  readonly choices?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Fields that this screen's form requires, besides those that are always required. */
  readonly required?: readonly string[];
  /** The form of this screen, if not the entity's. */
  readonly form?: FormDeclaration;
}

/** A screen as declared; the label is optional. */
export type WrittenScreen = Omit<ScreenDeclaration, 'label'> & Partial<Pick<ScreenDeclaration, 'label'>>;

/** Shows the entity's list with another entity, for roles that have no screen of it or also need it there. */
export interface EmbeddedListDeclaration {
  readonly entity: string;
  /**
   * The reference to that entity, a filter or one of `parameters` of the list: the detail page of each of its records
   * lists the records that refer to it. Without it, all records of the caller are shown in a tab next to that entity's
   * list.
   */
  readonly by?: string;
  /** The list is shown only if that entity's record meets this condition. */
  readonly when?: Condition;
  /** Title of the list; by default the entity's plural label. */
  readonly label?: Label;
  /** Roles that see the list, with the create, edit, delete and step buttons that they have rights to. */
  readonly roles: readonly Role[];
}

/** The layout of a record's detail page: its summary and its tabs (D1). */
export interface DetailDeclaration {
  /** Fields shown first, in this order, even if empty. The other fields follow if they are not empty. */
  readonly summary?: readonly string[];
  /**
   * Entities to show as tabs: `children`, or entities `embeddedIn` this one by a reference. The others are below the
   * summary.
   */
  readonly tabs?: readonly string[];
}

/** A part of a record on paper: some of its fields, or the records that belong to it. */
export interface PrintSection {
  /** The heading of the section. */
  readonly label?: Label;
  /** Fields in this order, with a dash where one is empty. */
  readonly fields?: readonly string[];
  /** An entity whose records belong to this one: `children`, or one `embeddedIn` it by a reference. */
  readonly list?: string;
}

/** How a record looks on paper (issue 37, section 6). */
export interface PrintDeclaration {
  /** What the sheet is, in its heading before the name of the record. */
  readonly title?: Label;
  /** What is on the sheet, in place of the whole page of the record. */
  readonly sections?: readonly PrintSection[];
  /** The people who sign on paper: each gets a line to sign on, at the end of the print. */
  readonly signatures?: readonly Label[];
}

/** Operations that a hand-written screen serves. */
export interface ServedByDeclaration {
  /** `create`, `edit`, `remove`, steps of the lifecycle, or actions. */
  readonly operations: readonly string[];
  readonly roles: readonly Role[];
  /** Path of the screen or page that serves them; `lists` for a component above every list. */
  readonly from: string;
}

/** Rows of a form: a single field, or several side by side. A dotted name is a field inside an object. */
export type FormDeclaration = readonly (string | readonly string[])[];
