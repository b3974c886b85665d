import type { Entity } from '../schema/entity.ts';

/**
 * True if there is an endpoint that imports records of the entity. Every list asks for it; the rest of an import
 * (import.ts) is loaded with its dialog.
 */
export const hasImport = (entity: Pick<Entity, 'import' | 'access' | 'without'>): boolean =>
  Boolean(entity.import) && entity.access.create !== undefined && !entity.without?.includes('create');
