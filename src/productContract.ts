import { contract } from '../contract/index.ts';
import { loadPageDeclarations } from '../contract/outlines/pageDeclarations.ts';
import type { Contract } from '../contract/schema/entity.ts';
import type { Session } from './authProvider/session.ts';
import { loadChunk } from './ui/lazyChunk.ts';

/** The entities of this product as a person has them: less where a variant of the role withholds something. */
export async function contractOfSession(session: Session | undefined): Promise<Contract> {
  if (!session?.withheld) return contract;
  const { narrowOutlined } = await loadChunk(() => import('../contract/narrowing/narrowContract.ts'));
  return narrowOutlined(contract, { role: session.role, withheld: new Set(session.withheld) });
}

/**
 * The entities of this product, with the declarations that a page is drawn from. `main.tsx` asks for them while the
 * script of the console is on its way (docs/decisions/0082-declarations-with-their-screens.md).
 * @throws what a declaration fails to load with
 */
export async function contractForPage(path: string, session: Session | undefined): Promise<Contract> {
  const own = await contractOfSession(session);
  await loadPageDeclarations(own, path, session?.role);
  return own;
}
