import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';
import { TakenError } from '../../db/engine/errors.ts';
import { bringBack, holdersOf, isWritten, setAside } from '../../db/write/uniqueConflicts.ts';
import type { Row } from '../compile/serialize.ts';

/** What is done right before a record is written, and right afterwards, so that others make room for its unique values. */
export interface Room {
  /** In: what is about to be written. */
  before(written: Values): Promise<void>;
  after(): Promise<void>;
}

/** A locked record that is to be changed together with others of its entity. */
export interface Turn {
  readonly row: Row;
  change(room: Room): Promise<void>;
}

/** Records that are changed together: those whose turn has not come, those that wait for another, and those set aside. */
interface Turns {
  readonly waiting: Map<number, Turn>;
  readonly begun: Map<number, { readonly row: Row; readonly written: Values }>;
  readonly aside: Set<number>;
}

/** Will a record that is being changed have other values in the fields? */
function letsGo({ begun }: Turns, id: number, fields: readonly string[]): boolean {
  const one = begun.get(id);
  return one !== undefined && fields.some((name) => isWritten(one.row, one.written, name));
}

/** Sets a record aside that waits for the one that is written. Throws a TakenError where it keeps what that one takes. */
async function makeWay(context: Context, child: Entity, turns: Turns, id: number, fields: readonly string[]) {
  if (!letsGo(turns, id, fields)) throw new TakenError(child, fields, undefined);
  if (turns.aside.has(id)) return;
  turns.aside.add(id);
  await setAside(context, child, id);
}

/** Lets those change first that have what is about to be written; one that waits for this very change is set aside. */
async function makeRoom(context: Context, child: Entity, turns: Turns, { row }: Turn, written: Values): Promise<void> {
  const { waiting, begun } = turns;
  const found = await holdersOf(context, child, row, written, [...waiting.keys(), ...begun.keys()]);
  begun.set(row.id, { row, written });
  for (const { fields, id } of found) {
    const next = waiting.get(id);
    if (next) await take(context, child, turns, next);
    else if (begun.has(id)) await makeWay(context, child, turns, id, fields);
  }
}

async function take(context: Context, child: Entity, turns: Turns, turn: Turn): Promise<void> {
  const { id } = turn.row;
  turns.waiting.delete(id);
  await turn.change({
    before: (written) => makeRoom(context, child, turns, turn, written),
    async after() {
      turns.begun.delete(id);
      if (turns.aside.delete(id)) await bringBack(context, child, id);
    },
  });
}

/**
 * Changes locked records of one entity, in their order but for one that takes a unique value of another: it comes after
 * that. So they may exchange such values, and move along; only what another record keeps is refused.
 */
export async function changeInTurn(context: Context, child: Entity, all: readonly Turn[]): Promise<void> {
  const turns: Turns = { waiting: new Map(all.map((turn) => [turn.row.id, turn])), begun: new Map(), aside: new Set() };
  for (const turn of all) if (turns.waiting.has(turn.row.id)) await take(context, child, turns, turn);
}
