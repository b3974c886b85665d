import { type DataProvider, memoryStore, ResourceContextProvider } from 'react-admin';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { Session } from '../../../src/authProvider/session.ts';
import { lazyDialogs } from '../../../src/lazyDialogs.ts';
import { EntityDetail } from '../../../src/resources/detail/EntityDetail.tsx';
import { DialogSlotsProvider } from '../../../src/resources/dialogSlots.ts';
import { AdminContext } from './adminContext.tsx';
import { root } from './testRoot.ts';

const sessionOf = (role: Session['role'], role_id: number) => ({
  user: { id: 2, name: 'one', nick_name: null, phone: null, role_id, tags: 0, enterprise_id: 1, enterprise: null },
  role,
  api_key: 'key',
  expires_at: '2099-01-01T00:00:00Z',
  must_change_password: false,
});

/** Opens the page of record 7 of an entity as somebody with the role. */
export function drawRecord(
  { contract, dataProvider, resource }: { contract: Contract; dataProvider: DataProvider; resource: string },
  ...role: Parameters<typeof sessionOf>
): void {
  localStorage.setItem('licence.session', JSON.stringify(sessionOf(...role)));
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value={resource}>
          <EntityDetail id={7} onClose={() => undefined} />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
}
