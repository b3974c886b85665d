import type { ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { memoize } from '../../contract/lib/memoize.ts';
import type { Contract, Entity } from '../../contract/schema/entity.ts';
import { applicationPage, parseAddress } from '../../contract/screens/address.ts';
import { TabbedScreen } from '../resources/list/TabbedScreen.tsx';
import { lazyChunk, type Preload, preloadsOf } from '../ui/lazyChunk.ts';
import { overrides } from './registry.tsx';

const SingleScreen = lazyChunk(() =>
  import('../resources/single/SingleScreen.tsx').then((found) => ({ default: found.SingleScreen })),
);
const Dashboard = lazyChunk(() => import('./dashboard/Dashboard.tsx'));
const SetupPage = lazyChunk(() => import('./setup/SetupPage.tsx'));
const SigningKeysPage = lazyChunk(() => import('./signingKeys/SigningKeysPage.tsx'));
const Account = lazyChunk(() => import('./account/Account.tsx'));
const SubscriptionPage = lazyChunk(() => import('./subscription/SubscriptionPage.tsx'));
const ApplicationPage = lazyChunk(() => import('./allocation/ApplicationPage.tsx'));

/** The pages that show no list. */
const pagesWithoutList = {
  '/dashboard': Dashboard,
  '/userinfo': Account,
  '/setup': SetupPage,
  '/setting/signing_key': SigningKeysPage,
} as const;

interface PageRoute {
  readonly path: string;
  readonly element: ReactNode;
}

/**
 * The page of an entity's screen, with its resource context: its list, or the form of its only record.
 * @param as the declared path, if it differs
 */
function entityPage(path: string, { name, single }: Pick<Entity, 'name' | 'single'>, as = path): PageRoute {
  const Own = overrides[name]?.pages?.[as];
  const Screen = single ? SingleScreen : TabbedScreen;
  const page = Own ? <Own /> : <Screen key={path} name={name} path={as} />;
  // A record has an address below its list and opens beside it, unless the page is hand-written.
  const isDrawn = Own !== undefined || (overrides[name]?.resource?.edit !== undefined && path === `/${name}`);
  return {
    path: isDrawn ? path : `${path}/:id?`,
    element: <ResourceContextProvider value={name}>{page}</ResourceContextProvider>,
  };
}

/** All pages within the frame: the declared screens, and those without an entity (contract/screens/menu.ts). */
export const screenPages = memoize(({ entities }: Contract): readonly PageRoute[] => [
  ...Object.entries(pagesWithoutList).map(([path, Alone]) => ({ path, element: <Alone /> })),
  entityPage('/behalf_order', { name: 'order' }, '/authorization/order'),
  ...entities.flatMap((entity) => (entity.screens ?? []).map(({ path }) => entityPage(path, entity))),
]);

/** The functions that load the scripts of a page, and of a record that is open on it. */
export function preloadsOfPage(contract: Contract, path: string): readonly Preload[] {
  const { screen } = parseAddress(contract, path) ?? {};
  if (!screen) return [];
  const own = overrides[screen.entity ?? screen.shows ?? ''];
  return preloadsOf({
    ...own,
    ...own?.pages,
    ...own?.dialogs,
    page: pagesWithoutList[screen.path as keyof typeof pagesWithoutList],
  });
}

/** The public pages, outside the frame. */
export const publicPages: readonly PageRoute[] = [
  { path: '/subscription', element: <SubscriptionPage /> },
  { path: `${applicationPage}/:token`, element: <ApplicationPage /> },
];
