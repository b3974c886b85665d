import type { QueryClient } from '@tanstack/react-query';
import { entityNamed } from '../contract/index.ts';
import { placeAt } from '../contract/screens/address.ts';
import { readSession } from './authProvider/session.ts';
import { preloadsOfPage } from './custom/pages.tsx';
import { fetchRecord } from './dataProvider/early/record.ts';
import { maySpare, whenIdle } from './dataProvider/early/spare.ts';
import { dialogPreloads } from './lazyDialogs.ts';
import { menuOf } from './shell/menu/menu.ts';
import { followLinks } from './shell/router/links.ts';

const idle = () => new Promise<void>(whenIdle);

/**
 * Fetches the scripts of the dialogs and of the pages in the menu once a page stands, so that no click waits for them: one
 * after the other, each in a pause, since all at once they would keep the page busy.
 */
export async function preloadMenu(): Promise<void> {
  const session = readSession();
  if (!session || !maySpare()) return;
  const entries = menuOf(session.role, { ...session.user }).flatMap((entry) => entry.children ?? [entry]);
  const preloads = [...dialogPreloads, ...entries.flatMap(({ path }) => preloadsOfPage(path))];
  for (const preload of new Set(preloads)) {
    await idle();
    await preload().catch(() => undefined);
  }
}

/** The record that a link opens beside its list; not one of a further tab, whose entity the path does not say. */
function recordOf({ pathname, searchParams }: URL) {
  const place = placeAt(pathname);
  const entity = place?.screen.entity;
  return entity && place?.id !== undefined && !searchParams.has('active') ? { entity, id: place.id } : undefined;
}

/** Fetches the scripts behind a link that is pointed at or focused, and the record behind one that is pointed at. */
export const fetchLinked = (queries: QueryClient): (() => void) =>
  followLinks((url, isPointed) => {
    if (!maySpare()) return;
    for (const preload of preloadsOfPage(url.pathname)) void preload();
    const record = isPointed ? recordOf(url) : undefined;
    if (record) void fetchRecord(queries, entityNamed(record.entity), record.id);
  });
