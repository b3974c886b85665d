import type { Label } from '../messages/label.ts';

/** Records of another entity that belong to a record of this one, shown as a section of its detail page. */
export interface ChildrenDeclaration {
  /** The entity of the children. Its own access rules apply to them. */
  readonly entity: string;
  /** The child's reference to this entity; must be a filter of the child's list. */
  readonly by: string;
  /** Title of the section; by default the plural label of the child entity. */
  readonly label?: Label;
  /** Fields of the form that creates and edits a child in place. Without it the section is read-only. */
  readonly add?: readonly string[];
  /** The children can be created, edited and removed in the same request as their parent, as a list in its body. */
  readonly nested?: boolean;
  /** On deletion of the parent: `cascade` deletes the children, `restrict` refuses while the parent has children. */
  readonly onDelete?: 'cascade' | 'restrict';
}

/** Sections of children, keyed by their names in a request body. */
export type Children = Readonly<Record<string, ChildrenDeclaration>>;
