import { contract } from '../contract/index.ts';
import { loadPageDeclarations } from '../contract/outlines/pageDeclarations.ts';
import type { Role } from '../contract/schema/access.ts';
import type { Contract } from '../contract/schema/entity.ts';

export { contract };

/**
 * The entities of this product, with the declarations that a page is drawn from. `main.tsx` asks for them while the
 * script of the console is on its way (docs/decisions/0082-declarations-with-their-screens.md).
 * @throws what a declaration fails to load with
 */
export async function contractForPage(path: string, role: Role | undefined): Promise<Contract> {
  await loadPageDeclarations(contract, path, role);
  return contract;
}
