import fc from 'fast-check';

/** What becomes of seats that are edited together, told apart from how the server does it. */

export interface Seat {
  readonly id: number;
  readonly version: number;
  readonly place: number;
  readonly badge: string | null;
  readonly note: string | null;
  readonly fixed: boolean | null;
}

/** What an item asks for: of the seat at a place in the list, or of a stranger, with what the body says besides. */
export interface Move {
  readonly asks: 'made' | 'changed' | 'removed';
  readonly nth: number;
  readonly isStranger: boolean;
  readonly isStale: boolean;
  readonly hasVersion: boolean;
  readonly values: { readonly place?: number; readonly badge?: string | null; readonly note?: string };
}

/** An item of a body, and the seat that it names. */
export interface RequestedSeat {
  readonly asks: Move['asks'];
  readonly seat?: number;
  readonly values: Readonly<Partial<Seat>>;
}

interface Model {
  readonly body: readonly object[];
  readonly asked: readonly RequestedSeat[];
  /** What the seats are afterwards that were there before, and the new ones, each in their order. */
  readonly stay: readonly Seat[];
  readonly made: readonly Omit<Seat, 'id'>[];
  /** Does it have to be refused? Whether the places at which it was are right. */
  readonly refused: ((places: readonly string[]) => boolean) | undefined;
}

const rarely = fc.nat(39).map((nth) => nth === 0);
const badges = ['Ada', 'ada', 'Bob', 'BOB', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ivy', null];

const values = fc.record(
  {
    place: fc.integer({ min: 1, max: 15 }),
    badge: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...badges) }, fc.constant('zoe')),
    note: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const move: fc.Arbitrary<Move> = fc.record({
  asks: fc.constantFrom('changed', 'changed', 'changed', 'changed', 'removed', 'made'),
  nth: fc.nat(8),
  isStranger: rarely,
  isStale: rarely,
  hasVersion: fc.boolean(),
  values,
});

/** Seats that change places among each other, as people do with what they see, and whatever else they may ask for. */
const permuted: fc.Arbitrary<Move[]> = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), fc.boolean())
  .map(([count, order, hasBadges]) =>
    Array.from({ length: count }, (_, at): Move => {
      const nth = order[at] ?? 0;
      const next = order[(at + 1) % count] ?? 0;
      const badge = hasBadges ? { badge: badges[2 * (next % 4)] ?? null } : {};
      return {
        asks: 'changed',
        nth,
        isStranger: false,
        isStale: false,
        hasVersion: true,
        values: { place: -1 - next, ...badge },
      };
    }),
  );

/** What a body asks for. A place below zero is that of another seat of the list as it is. */
export const movesOf: fc.Arbitrary<Move[]> = fc.oneof(
  fc.uniqueArray(move, { maxLength: 6, selector: ({ nth, asks }) => (asks === 'made' ? `new ${nth}` : nth) }),
  { weight: 2, arbitrary: permuted },
  fc.tuple(permuted, fc.array(move, { maxLength: 3 })).map((both) => both.flat()),
);

const freshSeat = { badge: null, note: null, fixed: false, version: 1 };

/** Places of the body that differ from those that were refused. */
const isSame = (wanted: readonly string[]) => (told: readonly string[]) =>
  [...wanted].sort().join() === [...told].sort().join();

function asItems(moves: readonly Move[], seats: readonly Seat[], strangers: readonly Seat[]) {
  return moves.map(({ asks, nth, isStranger, isStale, hasVersion, values: given }) => {
    const { place, ...rest } = given;
    const at = place !== undefined && place < 0 ? seats[(-1 - place) % seats.length]?.place : place;
    const value = { ...rest, ...(at !== undefined && { place: at }) };
    if (asks === 'made') return { asks, isStranger: false, isStale: false, values: { place: nth + 1, ...value } };
    const seat = (isStranger ? strangers[nth % strangers.length] : seats[nth % seats.length]) as Seat;
    const version = seat.version + (isStale ? 1 : 0);
    const naming = { id: seat.id, ...((hasVersion || isStale) && { version }) };
    return { asks, isStranger, isStale, seat: seat.id, naming, values: asks === 'removed' ? {} : value };
  });
}

/** Values that two seats of what would be have alike, by the places of the body that ask for one of them. */
function clashesOf(asked: readonly RequestedSeat[], seats: readonly Seat[], after: ReadonlyMap<number | string, Seat>) {
  const all = [...after];
  return (places: readonly string[]): boolean =>
    places.length > 0 &&
    places.every((path) => {
      const [, at = '', field = ''] = /^seats\[(\d+)\]\.(place|badge|seating_id)$/.exec(path) ?? [];
      const name = field === 'badge' ? 'badge' : 'place';
      const item = asked[Number(at)];
      const key = item?.seat ?? `new ${at}`;
      const mine = after.get(key);
      const folded = (seat: Seat | undefined) => String(seat?.[name] ?? '').toLowerCase();
      if (!item || !mine || item.values[name] === undefined || mine[name] === null) return false;
      const was = seats.find(({ id }) => id === item.seat);
      if (was && was[name] === mine[name]) return false;
      const isZoe = name === 'badge' && folded(mine) === 'zoe';
      return isZoe || all.some(([other, seat]) => other !== key && folded(seat) === folded(mine));
    });
}

function isUnique(seats: readonly Seat[]): boolean {
  const places = seats.map(({ place }) => place);
  const names = seats.flatMap(({ badge }) => (badge === null ? [] : [badge.toLowerCase()]));
  return new Set(places).size === places.length && new Set([...names, 'zoe']).size === names.length + 1;
}

/** What a body asks for, and what must become of it. In: the seats of the plan, and those that are not of it. */
export function modelOf(moves: readonly Move[], seats: readonly Seat[], strangers: readonly Seat[]): Model {
  const asked = asItems(moves, seats, strangers);
  const body = asked.map(({ asks, naming, values: given }) => ({
    ...naming,
    ...given,
    ...(asks === 'removed' && { remove: true }),
  }));
  const after = new Map<number | string, Seat>(seats.map((seat) => [seat.id, seat]));
  for (const { asks, seat } of asked) if (asks === 'removed') after.delete(seat as number);
  for (const { asks, seat = 0, values: given } of asked) {
    const was = after.get(seat);
    if (asks === 'changed' && was) after.set(seat, { ...was, ...given, version: was.version + 1 });
  }
  const made = asked.flatMap(({ asks, values: given }, at) =>
    asks === 'made' ? [[`new ${at}`, { ...freshSeat, ...given, id: 0 } as Seat] as const] : [],
  );
  for (const [key, seat] of made) after.set(key, seat);

  const wrong = (test: (item: (typeof asked)[number], at: number) => boolean, place: string): string[] =>
    asked.flatMap((item, at) => (test(item, at) ? [`seats[${at}]${place}`] : []));
  const isAgain = ({ seat }: (typeof asked)[number], at: number) =>
    seat !== undefined && asked.findIndex((other) => other.seat === seat) < at;
  const strange = wrong((item, at) => item.isStranger || isAgain(item, at), '.id');
  const stale = wrong(({ isStale }) => isStale, '.version');
  const fixed = wrong(({ seat }) => seats.find(({ id }) => id === seat)?.fixed === true, '');
  const refused =
    strange.length > 0
      ? isSame(strange)
      : stale.length > 0
        ? isSame(stale)
        : fixed.length > 0
          ? (places: readonly string[]) =>
              isSame(fixed.slice(0, 1))(places) || clashesOf(asked, seats, after)(places) || isSame(fixed)(places)
          : isUnique([...after.values()])
            ? undefined
            : clashesOf(asked, seats, after);
  return {
    body,
    asked,
    refused,
    stay: [...after.values()].filter(({ id }) => id !== 0),
    made: made.map(([, { id: _, ...rest }]) => rest),
  };
}
