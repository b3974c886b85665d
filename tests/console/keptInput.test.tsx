import userEvent from '@testing-library/user-event';
import { createContext, type ReactNode, useContext } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { money } from '../../contract/schema/field/field.ts';
import { type Session, writeSession } from '../../src/authProvider/session.ts';
import type { RecordData } from '../../src/dataProvider/RecordData.ts';
import { InlineForm } from '../../src/resources/form/InlineForm.tsx';
import { FieldInput } from '../../src/resources/input/FieldInput.tsx';
import { AppDialog } from '../../src/ui/dialog/AppDialog.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root } from './support/testRoot.ts';
import { until, untilHolds } from './support/until.ts';

/** Input that stays while the form around it gets other values. */

eachWithTestRoot();
beforeEach(() => {
  sessionStorage.clear();
  writeSession({
    user: {
      id: 1,
      name: 'a',
      nick_name: null,
      phone: null,
      role_id: 1,
      tags: 0,
      enterprise_id: null,
      enterprise: null,
    },
    role: 'SuperAdmin',
    api_key: 'k',
    expires_at: '2100-01-01T00:00:00Z',
    must_change_password: false,
  } satisfies Session);
});

const Content = createContext<ReactNode>(undefined);
const Shown = () => useContext(Content);
const router = createMemoryRouter([{ path: '*', element: <Shown /> }]);
/** A page with a router that stays when its content changes. */
const Page = ({ children }: { children: ReactNode }) => (
  <Content.Provider value={children}>
    <RouterProvider router={router} />
  </Content.Provider>
);

const user = userEvent.setup({ delay: null });
const input = (name: string) => until(() => document.querySelector<HTMLInputElement>(`[name="${name}"]`));

describe('a form in place of a record', () => {
  const enterprise = contract.entity('enterprise');
  const first = { id: 7, version: 1, name: 'Pier', code: 'PIER', contact_man: 'Ann' } as unknown as RecordData;
  const draw = (record: RecordData, enclose: (form: ReactNode) => ReactNode) => {
    const form = (
      <InlineForm
        entity={enterprise}
        options={{ form: ['name', 'contact_man'] }}
        record={record}
        onClose={() => undefined}
        onReload={async () => undefined}
      />
    );
    root.render(
      <Page>
        <AdminContext contract={contract}>{enclose(form)}</AdminContext>
      </Page>,
    );
  };
  const typeAndReadAgain = async (enclose: (form: ReactNode) => ReactNode = (form) => form) => {
    draw(first, enclose);
    await user.clear(await input('contact_man'));
    await user.type(await input('contact_man'), 'Bob');
    draw({ ...first, version: 2, name: 'Quay' }, enclose);
    await untilHolds(async () => expect((await input('name')).value).toBe('Quay'));
  };

  it('keeps what is typed when the record is read again, and shows what others changed', async () => {
    await typeAndReadAgain();
    expect((await input('contact_man')).value).toBe('Bob');
  });

  it('asks before what was typed is lost, also after the record was read again', async () => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    await typeAndReadAgain((form) => (
      <AppDialog title="Enterprise" width={800} onClose={close}>
        {form}
      </AppDialog>
    ));
    await user.keyboard('{Escape}');
    await untilHolds(() => expect(document.body.textContent).toContain('Discard your changes?'));
    expect(isClosed).toBe(false);
  });
});

describe('an amount and its currency', () => {
  it('are both taken when they are set together', async () => {
    const amount = money({ label: { en: 'Amount', zh: '金额' }, currency: 'currency' });
    let fill: () => void = () => undefined;
    function Amount() {
      const form = useForm<Record<string, unknown>>({ defaultValues: { value: null, currency: null } });
      fill = () => {
        form.setValue('value', 123_450, { shouldDirty: true });
        form.setValue('currency', 'USD', { shouldDirty: true });
      };
      return (
        <AdminContext contract={contract}>
          <FormProvider {...form}>
            <FieldInput source="value" name="value" field={amount} />
          </FormProvider>
        </AdminContext>
      );
    }
    root.render(<Amount />);
    expect((await input('value')).value).toBe('');
    fill();
    await untilHolds(async () => expect((await input('value')).value.replaceAll(',', '')).toBe('1234.50'));
  });
});
