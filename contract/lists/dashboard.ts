import type { ConditionCaller } from '../conditions/condition.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, fieldOf } from '../schema/entity.ts';
import type { ChartDeclaration } from '../schema/metric.ts';
import { narrowingFor, type ReaderFilter } from '../schema/queue.ts';

interface Ordered {
  readonly roles: readonly Role[];
  readonly order: number;
}

/** A declared metric or chart with its name and entity, for one reader. */
export type DashboardItem<What> = Omit<What, 'only'> & {
  readonly key: string;
  readonly entity: Entity;
  readonly only: ReaderFilter;
};

type ItemKind = 'metrics' | 'charts';
type Declared<W extends ItemKind> = NonNullable<Entity[W]>[string];

/** The metrics or charts of a reader with the role, in order. */
export const dashboardItems = <W extends ItemKind>(
  word: W,
  entities: readonly Entity[],
  role: Role,
  reader: ConditionCaller | undefined,
): DashboardItem<Declared<W>>[] =>
  entities
    .flatMap((entity) =>
      Object.entries((entity[word] ?? {}) as Readonly<Record<string, Declared<W>>>).map(([key, one]) => ({
        ...one,
        only: narrowingFor(one.only ?? {}, reader),
        key,
        entity,
      })),
    )
    .filter(({ roles }: Ordered) => roles.includes(role))
    .sort((one: Ordered, other: Ordered) => one.order - other.order);

/** The name under which the points of a part of a chart are answered. */
export const seriesKey = (chart: string, series: string): string => `${chart}.${series}`;

/** What separates the bars of a chart: the records of a reference, the values of a choice, or time. */
export function partedBy({ entity, by }: Pick<DashboardItem<ChartDeclaration>, 'entity' | 'by'>) {
  const kind = fieldOf(entity, by)?.kind;
  return kind === 'reference' || kind === 'choice' ? kind : 'time';
}
