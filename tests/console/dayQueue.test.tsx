import dayjs from 'dayjs';
import { type DataProvider, memoryStore } from 'react-admin';
import { beforeEach, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { asset } from '../../examples/service-desk/assets/asset.ts';
import { assetVisit } from '../../examples/service-desk/assets/assetVisit.ts';
import { serviceContract } from '../../examples/service-desk/assets/serviceContract.ts';
import { saveLanguage } from '../../src/i18n/language.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { TaskQueue } from '../../src/resources/queue/TaskQueue.tsx';
import { DialogHost } from '../../src/ui/dialog/DialogHost.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { signIn } from './support/signIn.ts';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

/** Service contracts wait by the day on which they end. */
const contract = createContract({ ...registry, asset, asset_visit: assetVisit, service_contract: serviceContract });

const day = (offset: number) => dayjs().add(offset, 'day').format('YYYY-MM-DD');
const days = [day(-2), day(0), day(12)];
const role = 'SuperAdmin';
let sorts: string[] = [];
const dataProvider = {
  async getList(resource: string, { sort }: { sort?: { field: string; order: string } }) {
    if (resource !== 'service_contract') return { data: [], total: 0 };
    sorts.push(`${sort?.field} ${sort?.order}`);
    const data = days.map((ends_on, at) => ({ id: at + 1, number: `SC-${at}`, subject: 'Cellar', status: 1, ends_on }));
    return { data, total: data.length };
  },
} as unknown as DataProvider;

beforeEach(() => {
  sorts = [];
  signIn();
});
eachWithTestRoot();

const rows = () =>
  until(() => {
    const times = [...testRoot.querySelectorAll('li time')];
    return times.length === days.length && times.map((one) => one.parentElement as HTMLElement);
  });

it.each([
  ['en', ['2 days ago', 'today', 'in 12 days']],
  ['zh-CN', ['前天', '今天', '12 天后']],
] as const)('shows the days of a queue and how far they are, in %s', async (locale, distances) => {
  saveLanguage(locale);
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <DialogHost>
          <TaskQueue role={role} hint="Nothing waits" />
        </DialogHost>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  expect((await rows()).map(({ textContent }) => textContent)).toEqual(
    distances.map((distance, at) => `${distance}${days[at]}`),
  );
  expect((await rows())[0]?.title).toContain(`${days[0]}`);
  expect(sorts).toEqual(['ends_on ASC']);
});
