import { useCallback, useEffect } from 'react';
import { useStore } from 'react-admin';
import { otherNames, recordName } from '../../contract/relations/title.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { recordAddress } from '../../contract/screens/address.ts';
import { useSession } from '../authProvider/useSession.ts';
import type { RecordData } from '../dataProvider/RecordData.ts';
import { language } from '../i18n/language.ts';

/** A recently opened record, for the command palette. */
export interface RecentRecord {
  readonly entity: string;
  readonly id: number;
  readonly title: string;
  readonly detail: string | null;
  readonly path: string;
}

const maxRecent = 7;
const noRecords: readonly RecentRecord[] = [];
const keyPrefix = 'recent ';

/** The store key of a user's recent records. */
export const recentKey = (user: number): string => `${keyPrefix}${user}`;
export const isRecentKey = (key: string): boolean => key.startsWith(keyPrefix);

const isSame = (one: Pick<RecentRecord, 'entity' | 'id'>, other: Pick<RecentRecord, 'entity' | 'id'>): boolean =>
  one.entity === other.entity && one.id === other.id;

/** The records that the user opened last, on any page and in any tab, the latest first. */
export function useRecentRecords() {
  const [recent, setRecent] = useStore<readonly RecentRecord[]>(recentKey(useSession()?.user.id ?? 0), noRecords);
  const add = useCallback(
    (record: RecentRecord) =>
      setRecent((before: readonly RecentRecord[]) =>
        [record, ...before.filter((one) => !isSame(one, record))].slice(0, maxRecent),
      ),
    [setRecent],
  );
  const drop = useCallback(
    (gone: Pick<RecentRecord, 'entity' | 'id'>) =>
      setRecent((before: readonly RecentRecord[]) => before.filter((one) => !isSame(one, gone))),
    [setRecent],
  );
  return { recent, add, drop };
}

/** Adds a shown record to the recent ones, with its current name; removes one that no longer exists. */
export function useRememberRecord(entity: Entity, id: number, record: RecordData | undefined, isGone: boolean): void {
  const { add, drop } = useRecentRecords();
  const role = useSession()?.role;
  const path = record && role && recordAddress(entity, record, role);
  const title = record && recordName(entity, record, language());
  const detail = record && (otherNames(entity, record, entity.list.search ?? [], language()).join(' · ') || null);
  useEffect(() => {
    if (isGone) drop({ entity: entity.name, id });
    else if (path && title !== undefined && detail !== undefined) add({ entity: entity.name, id, title, detail, path });
  }, [add, drop, entity, id, isGone, path, title, detail]);
}
