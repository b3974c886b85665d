import { contractOf } from '../createContract.ts';
import type { RightsNarrowing } from '../narrowing/withheld.ts';
import type { Contract, DeclaredEntity, Entity } from '../schema/entity.ts';
import type { Outline } from './outline.ts';

/**
 * Thrown by a word of a declaration that is not loaded yet. Like a promise it can be waited for: React draws the part
 * again once the declaration is here, and `whenDeclared` does so for code outside of React.
 */
export class NotDeclaredYet extends Error implements PromiseLike<unknown> {
  private readonly loaded: Promise<unknown>;

  constructor(names: readonly string[], loaded: Promise<unknown>) {
    super(`The declaration of ${names.join(', ')} is not loaded yet`);
    this.loaded = loaded;
    loaded.catch(() => undefined);
  }

  // biome-ignore lint/suspicious/noThenProperty: React and `await` wait for what has this method
  then<Done = unknown, Failed = never>(
    done?: ((value: unknown) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): PromiseLike<Done | Failed> {
    return this.loaded.then(done, failed);
  }
}

/** Loads the declaration of an entity by its name. */
type LoadDeclaration = (name: string) => Promise<DeclaredEntity>;

/** The declarations of an outlined contract. */
class Declarations {
  readonly outlines: readonly Outline[];
  readonly load: LoadDeclaration;
  private readonly pending = new Map<string, Promise<void>>();
  private readonly failures = new Map<string, unknown>();
  private readonly outlined = new Map<string, Entity>();

  constructor(outlines: readonly Outline[], load: LoadDeclaration) {
    this.outlines = outlines;
    this.load = load;
  }

  /** An entity whose other words throw until they are loaded. */
  outline({ later, ...known }: Outline, contract: Contract): Entity {
    const entity = { ...known, contract } as Entity;
    const get = () => this.demand([known.name]);
    for (const word of later) Object.defineProperty(entity, word, { get, enumerable: true, configurable: true });
    this.outlined.set(known.name, entity);
    return entity;
  }

  isOutlined(name: string): boolean {
    return this.outlined.has(name);
  }

  /** Loads declarations, each once. */
  async require(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.requireOne(name)));
  }

  private requireOne(name: string): Promise<void> {
    const entity = this.outlined.get(name);
    if (!entity) return Promise.resolve();
    const started = this.pending.get(name) ?? this.load(name).then((declared) => this.fill(entity, declared));
    this.pending.set(name, started);
    started.catch((failure: unknown) => this.failures.set(name, failure));
    return started;
  }

  private fill(entity: Entity, declared: DeclaredEntity): void {
    for (const [word, value] of Object.entries(declared))
      if (Object.getOwnPropertyDescriptor(entity, word)?.get)
        Object.defineProperty(entity, word, { value, enumerable: true });
    this.outlined.delete(entity.name);
  }

  /**
   * Throws until the declarations are loaded.
   * @throws NotDeclaredYet while they load, and what the loading failed with
   */
  demand(names: readonly string[]): undefined {
    const missing = names.filter((name) => this.outlined.has(name));
    const failed = missing.find((name) => this.failures.has(name));
    if (failed) throw this.failures.get(failed);
    if (missing.length > 0) throw new NotDeclaredYet(missing, this.require(missing));
    return undefined;
  }

  /** Lets the declarations that did not load be loaded again. */
  forgetFailures(): void {
    for (const name of this.failures.keys()) this.pending.delete(name);
    this.failures.clear();
  }
}

const declarationsOf = new WeakMap<Contract, Declarations>();

/**
 * A contract whose entities are known in outline; each declaration is loaded when it is needed.
 * @param outlines in the order in which menus, searches and documents list the entities
 * @param load loads the declaration of an entity
 * @param narrowing what outlines and declarations have less, if they were narrowed
 */
export function createOutlinedContract(
  outlines: readonly Outline[],
  load: LoadDeclaration,
  narrowing?: RightsNarrowing,
): Contract {
  const declarations = new Declarations(outlines, load);
  const contract = contractOf(
    (itself) => outlines.map((one) => [one.name, declarations.outline(one, itself)]),
    narrowing,
  );
  declarationsOf.set(contract, declarations);
  return contract;
}

/** What an outlined contract was made of; undefined for a contract that has all declarations. */
export const outlinedParts = (
  contract: Contract,
): { readonly outlines: readonly Outline[]; readonly load: LoadDeclaration } | undefined =>
  declarationsOf.get(contract);

/**
 * Loads the declarations of these entities; does nothing for a contract that has all of them.
 * @throws what a declaration fails to load with
 */
export const loadDeclarations = async (contract: Contract, names: readonly string[]): Promise<void> =>
  declarationsOf.get(contract)?.require(names);

/** True if the whole declaration is known, not only the outline. */
export const isDeclared = ({ name, contract }: Pick<Entity, 'name' | 'contract'>): boolean =>
  !declarationsOf.get(contract)?.isOutlined(name);

/**
 * For a part that reads many declarations while it is drawn: loads them together instead of one after the other.
 * @throws NotDeclaredYet until all of them are loaded
 */
export const demandDeclarations = (contract: Contract, names: readonly string[]): void =>
  declarationsOf.get(contract)?.demand(names);

/**
 * As `demandDeclarations`, for a part that reads the declarations of all entities.
 * @throws NotDeclaredYet until all of them are loaded
 */
export const demandAllDeclarations = (contract: Contract): void =>
  demandDeclarations(contract, [...contract.byName.keys()]);

/** Lets the declarations that did not load be loaded again. */
export const forgetFailedDeclarations = (contract: Contract): void => declarationsOf.get(contract)?.forgetFailures();

/**
 * Reads declarations outside of React, as often as one that it needs is not loaded yet.
 * @param read reads only; what it does is done again
 * @throws what `read` throws, or what a declaration fails to load with
 */
export async function whenDeclared<T>(read: () => T): Promise<T> {
  for (;;) {
    try {
      return read();
    } catch (failure) {
      if (!(failure instanceof NotDeclaredYet)) throw failure;
      await failure;
    }
  }
}
