import { outlineOf } from '../../contract/outlines/outline.ts';
import { createOutlinedContract } from '../../contract/outlines/outlinedContract.ts';
import type { Contract, DeclaredEntity } from '../../contract/schema/entity.ts';

const asText = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A declaration as the built console loads it: plain data. */
export function declaredAs({ entity }: Contract, name: string): DeclaredEntity {
  const { contract: _, ...declared } = entity(name);
  return asText(declared) as DeclaredEntity;
}

/**
 * A contract as the built console knows it before it has loaded a declaration.
 * @param load called before each declaration is loaded; it may wait or fail
 */
export const outlined = (
  whole: Contract,
  load: (name: string) => Promise<void> = () => new Promise((next) => setTimeout(next)),
): Contract =>
  createOutlinedContract(asText(whole.entities.map(outlineOf)), async (name) => {
    await load(name);
    return declaredAs(whole, name);
  });
