import { useCallback, useEffect } from 'react';
import { useStore } from 'react-admin';
import { otherNames, recordName } from '../../contract/relations/title.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { recordAddress } from '../../contract/screens/address.ts';
import { useSession } from '../authProvider/useSession.ts';
import type { RecordData } from '../dataProvider/record.ts';
import { language } from '../i18n/language.ts';

/** A record that was opened, as the palette offers it again. */
export interface Recent {
  readonly entity: string;
  readonly id: number;
  readonly title: string;
  readonly detail: string | null;
  readonly path: string;
}

const most = 7;
const none: readonly Recent[] = [];
const prefix = 'recent ';

/** Where the store keeps the last records of a user. */
export const recentKey = (user: number): string => `${prefix}${user}`;
export const isRecentKey = (key: string): boolean => key.startsWith(prefix);

const isSame = (one: Pick<Recent, 'entity' | 'id'>, other: Pick<Recent, 'entity' | 'id'>): boolean =>
  one.entity === other.entity && one.id === other.id;

/** The records that the user opened last, on whatever page and in whatever tab, the last one first. */
export function useRecent() {
  const [recent, setRecent] = useStore<readonly Recent[]>(recentKey(useSession()?.user.id ?? 0), none);
  const add = useCallback(
    (record: Recent) =>
      setRecent((before: readonly Recent[]) =>
        [record, ...before.filter((one) => !isSame(one, record))].slice(0, most),
      ),
    [setRecent],
  );
  const drop = useCallback(
    (gone: Pick<Recent, 'entity' | 'id'>) =>
      setRecent((before: readonly Recent[]) => before.filter((one) => !isSame(one, gone))),
    [setRecent],
  );
  return { recent, add, drop };
}

/** Keeps a record that is shown among the last ones, as it is called now; one that is gone leaves them. */
export function useRemember(entity: Entity, id: number, record: RecordData | undefined, isGone: boolean): void {
  const { add, drop } = useRecent();
  const role = useSession()?.role;
  const path = record && role && recordAddress(entity, record, role);
  const title = record && recordName(entity, record, language());
  const detail = record && (otherNames(entity, record, entity.list.search ?? []).join(' · ') || null);
  useEffect(() => {
    if (isGone) drop({ entity: entity.name, id });
    else if (path && title !== undefined && detail !== undefined) add({ entity: entity.name, id, title, detail, path });
  }, [add, drop, entity, id, isGone, path, title, detail]);
}
