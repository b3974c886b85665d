import type { Entity } from '../schema/entity.ts';

/** The product's word for an entity in scopes and events: a licence is stored as an assignment. */
export const scopeWord = ({ name }: Pick<Entity, 'name'>): string => (name === 'assignment' ? 'licence' : name);
