import type { QueryClient } from '@tanstack/react-query';
import { loadPageDeclarations, preloadPageDeclarations } from '../contract/outlines/pageDeclarations.ts';
import type { Contract } from '../contract/schema/entity.ts';
import { parseAddress } from '../contract/screens/address.ts';
import { readSession } from './authProvider/session.ts';
import { preloadsOfPage } from './custom/pages.tsx';
import type { ConsoleDataProvider } from './dataProvider/dataProvider.ts';
import { mayPrefetch, whenIdle } from './dataProvider/prefetch/mayPrefetch.ts';
import { prefetchRecord } from './dataProvider/prefetch/prefetchRecord.ts';
import { dialogPreloads } from './lazyDialogs.ts';
import { menuOf } from './shell/menu/menu.ts';
import { watchLinkHover } from './shell/router/watchLinkHover.ts';

const untilIdle = () => new Promise<void>(whenIdle);

/**
 * Loads the declarations of the pages in the menu, and the scripts of these pages and of all dialogs once the first page is drawn, so that no click waits
 * for them. They load one after the other, each while the page is idle: all at once would keep the page busy.
 */
export async function preloadMenu(contract: Contract): Promise<void> {
  const session = readSession();
  if (!session || !mayPrefetch()) return;
  const entries = menuOf(contract, session.role, { ...session.user }).flatMap((entry) => entry.children ?? [entry]);
  const declarations = entries.map(
    ({ path }) =>
      () =>
        preloadPageDeclarations(contract, path, session.role),
  );
  const preloads = [
    ...declarations,
    ...dialogPreloads,
    ...entries.flatMap(({ path }) => preloadsOfPage(contract, path)),
  ];
  for (const preload of new Set(preloads)) {
    await untilIdle();
    await preload().catch(() => undefined);
  }
}

/**
 * The record that a link opens beside its list. Links to another tab of it are left out: the path does not name that
 * tab's entity.
 */
function linkedRecord(contract: Contract, { pathname, searchParams }: URL) {
  const place = parseAddress(contract, pathname);
  const entity = place?.screen.entity;
  return entity && place?.id !== undefined && !searchParams.has('active') ? { entity, id: place.id } : undefined;
}

/** Loads the scripts of a page when its link is hovered or focused, and the record of a link when it is hovered. */
export const prefetchLinks = (contract: Contract, queries: QueryClient, data: ConsoleDataProvider): (() => void) =>
  watchLinkHover((url, isPointed) => {
    if (!mayPrefetch()) return;
    for (const preload of preloadsOfPage(contract, url.pathname)) void preload();
    // A failure is shown once the page is opened.
    loadPageDeclarations(contract, url.pathname, readSession()?.role).catch(() => undefined);
    const record = isPointed ? linkedRecord(contract, url) : undefined;
    if (record) prefetchRecord(queries, data, contract.entity(record.entity), record.id).catch(() => undefined);
  });
