import fc from 'fast-check';

/** A model of editing seats together, independent of the server's implementation. */

export interface Seat {
  readonly id: number;
  readonly version: number;
  readonly place: number;
  readonly badge: string | null;
  readonly note: string | null;
  readonly fixed: boolean | null;
}

/**
 * A random item: it refers to the seat at an index of the list, or to a seat of another plan, with the values of the
 * body.
 */
export interface Move {
  readonly asks: 'made' | 'changed' | 'removed';
  readonly nth: number;
  readonly isStranger: boolean;
  readonly isStale: boolean;
  readonly hasVersion: boolean;
  readonly values: { readonly place?: number; readonly badge?: string | null; readonly note?: string };
}

/** An item of the body, and the seat that it refers to. */
export interface RequestedSeat {
  readonly asks: Move['asks'];
  readonly seat?: number;
  readonly values: Readonly<Partial<Seat>>;
}

interface Model {
  readonly body: readonly object[];
  readonly asked: readonly RequestedSeat[];
  /** The remaining seats after the request, and the created ones, each in order. */
  readonly stay: readonly Seat[];
  readonly made: readonly Omit<Seat, 'id'>[];
  /** Checks the places of the errors; undefined if the request must succeed. */
  readonly refused: ((places: readonly string[]) => boolean) | undefined;
}

const rarely = fc.nat(39).map((nth) => nth === 0);
const badges = ['Ada', 'ada', 'Bob', 'BOB', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ivy', null];

const values = fc.record(
  {
    place: fc.integer({ min: 1, max: 60 }),
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

/** Seats that exchange their places or badges, which is refused. */
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

/** Random items of a body. A negative place means the present place of another seat in the list. */
export const movesOf: fc.Arbitrary<Move[]> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.uniqueArray(move, {
      maxLength: 5,
      selector: ({ nth, asks }) => (asks === 'made' ? `new ${nth}` : nth),
    }),
  },
  permuted,
  fc.tuple(permuted, fc.array(move, { maxLength: 3 })).map((both) => both.flat()),
);

const freshSeat = { badge: null, note: null, fixed: false, version: 1 };

/** Compares places of errors regardless of their order. */
const isSame = (wanted: readonly string[]) => (published: readonly string[]) =>
  [...wanted].sort().join() === [...published].sort().join();

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

/**
 * The places of the errors of a seat, one list for each unique value that another seat has: a database reports only one
 * of them.
 */
function clashesOf(
  at: number,
  key: number | string,
  seat: Seat,
  seats: ReadonlyMap<number | string, Seat>,
): string[][] {
  const others = [...seats].filter(([other]) => other !== key).map(([, other]) => other);
  const badge = seat.badge?.toLowerCase();
  const hasBadge = badge === 'zoe' || others.some((other) => other.badge && other.badge.toLowerCase() === badge);
  return [
    ...(others.some(({ place }) => place === seat.place) ? [[`seats[${at}].place`]] : []),
    ...(hasBadge ? [[`seats[${at}].badge`]] : []),
  ];
}

/** The refusal of the first conflicting item, in the order of the server: removed, changed, then new seats. */
function refusalOf(asked: readonly RequestedSeat[], seats: readonly Seat[]): Model['refused'] {
  const now = new Map<number | string, Seat>(seats.map((seat) => [seat.id, seat]));
  const items = asked.map((item, at) => ({ ...item, at }));
  const turns = (['removed', 'changed', 'made'] as const).flatMap((asks) => items.filter((item) => item.asks === asks));
  for (const { asks, at, seat, values: given } of turns) {
    const key = seat ?? `new ${at}`;
    const was = now.get(key);
    if (was?.fixed) return isSame([`seats[${at}]`]);
    const after = { ...(was ?? { ...freshSeat, id: 0 }), ...given } as Seat;
    const clashes = asks === 'removed' ? [] : clashesOf(at, key, after, now);
    if (clashes.length > 0) return (places) => clashes.some((wanted) => isSame(wanted)(places));
    if (asks === 'removed') now.delete(key);
    else now.set(key, after);
  }
  return undefined;
}

/**
 * The body for random items, and its expected result.
 * @param seats the seats of the plan
 * @param strangers seats of other plans
 */
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
  const refused = strange.length > 0 ? isSame(strange) : stale.length > 0 ? isSame(stale) : refusalOf(asked, seats);
  return {
    body,
    asked,
    refused,
    stay: [...after.values()].filter(({ id }) => id !== 0),
    made: made.map(([, { id: _, ...rest }]) => rest),
  };
}
