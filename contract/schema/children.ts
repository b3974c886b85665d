import type { Label } from '../messages/label.ts';

/** Records of another entity that belong to a record of this one: a section of its detail. */
export interface ChildrenDeclaration {
  /** The entity of the children; its own access holds for them. */
  readonly entity: string;
  /** Its reference to this entity, one of its list's filters. */
  readonly by: string;
  /** What the section is called; what several of the children are called unless given. */
  readonly label?: Label;
  /** The fields of the form that makes and changes a child in place. Without it the section is to look at. */
  readonly add?: readonly string[];
  /** They can be saved with their parent in one request, made, changed and removed: a list of them stands in its body. */
  readonly nested?: boolean;
  /** What deleting the parent does: it deletes the children too, or is refused while there are any. */
  readonly onDelete?: 'cascade' | 'restrict';
}

/** Sections of children by the names that a body has them under. */
export type Children = Readonly<Record<string, ChildrenDeclaration>>;
