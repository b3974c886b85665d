import userEvent from '@testing-library/user-event';
import { ListContextProvider, ResourceContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { barFilters, type FilterValues, type ListFilter } from '../../src/resources/list/filters/activeFilters.ts';
import { TypedFilter } from '../../src/resources/list/filters/inputs/TypedFilter.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

eachWithTestRoot();

const order = contract.entity('order');
const screen = { path: '/order', roles: [], label: order.label } as never;

/** The filter of orders by this field, in the filter bar of a list with these filters. */
function filterOf(name: string, filters: FilterValues): ListFilter {
  const entity = { ...order, list: { ...order.list, filters: [...(order.list.filters ?? []), name] } };
  const { shown } = barFilters(entity, screen, 'SuperAdmin', filters, { [name]: true });
  return shown.find((one) => one.name === name) as ListFilter;
}

/**
 * Renders the filter over the rows of the list and opens its form.
 * @returns the applied filter values
 */
async function opened(name: string, values: FilterValues, data: readonly object[] = []) {
  const changed: FilterValues[] = [];
  root.render(
    <AdminContext contract={contract}>
      <ResourceContextProvider value="order">
        <ListContextProvider value={{ data } as never}>
          <TypedFilter
            filter={filterOf(name, values)}
            values={values}
            isNew={false}
            onChange={(more) => changed.push(more)}
          />
        </ListContextProvider>
      </ResourceContextProvider>
    </AdminContext>,
  );
  const user = userEvent.setup({ delay: null });
  const chip = await until(() => testRoot.querySelector<HTMLElement>('button'));
  const chipText = chip.textContent;
  await user.click(chip);
  const form = await until(() => document.querySelector<HTMLElement>('form'));
  return { user, chipText: chipText, form, changed };
}

const rowOf = (product: object) => ({ id: 1, product: { id: 7, name: 'P', ...product } });
const byGigabytes = rowOf({ metering: 'value', unit: 'GB' });

describe('the filter of a quantity that is counted by the unit of its product', () => {
  it('says the unit in its chip and behind its bounds where the list is of one product', async () => {
    const { chipText, form } = await opened('purchased_hosts', { product_id: 7, purchased_hosts_from: 5 }, [
      byGigabytes,
    ]);
    expect(chipText).toMatch(/≥ 5 GB$/);
    expect([...form.querySelectorAll('.MuiInputAdornment-root')].map((one) => one.textContent)).toEqual(['GB', 'GB']);
    expect(form.textContent).not.toContain('unit of its product');
  });

  it('says that each is counted in the unit of its product where the list may be of several', async () => {
    const { chipText, form } = await opened('purchased_hosts', { purchased_hosts_from: 5 }, [byGigabytes]);
    expect(chipText).toMatch(/≥ 5$/);
    expect(form.querySelector('.MuiInputAdornment-root')).toBeNull();
    expect(form.textContent).toContain('Each in the unit of its product');
  });
});

describe('the filter of a text', () => {
  it.each<[FilterValues, string, string, string]>([
    [{}, 'Contains', 'Acme, Inc.', 'code_has'],
    [{ code_is: 'Acme' }, 'Is', 'Acme', 'code_is'],
    [{ code: 'Acme' }, 'Is', 'Acme', 'code_is'],
    [{ code_has: 'Acme' }, 'Contains', 'Acme', 'code_has'],
  ])('begins as it stands and narrows to a part or to the whole: %j', async (values, way, part, name) => {
    const { user, form, changed } = await opened('code', values);
    const input = await until(() => form.querySelector<HTMLInputElement>('input[name=part]'));
    expect(form.querySelector('[role=combobox]')?.textContent).toBe(way);
    await user.clear(input);
    await user.type(input, `${part}{Enter}`);
    await expect
      .poll(() => changed)
      .toEqual([{ code: undefined, code_has: undefined, code_is: undefined, [name]: part }]);
  });

  it('is turned from a part to the whole', async () => {
    const { user, form, changed } = await opened('code', { code_has: 'Acme, Inc.' });
    await user.click(await until(() => form.querySelector<HTMLElement>('[role=combobox]')));
    const isIt = (one: Element) => one.textContent === 'Is';
    await user.click(await until(() => [...document.querySelectorAll('[role=option]')].find(isIt)));
    await user.click(await until(() => form.querySelector<HTMLElement>('button[type=submit]')));
    await expect.poll(() => changed).toEqual([{ code: undefined, code_has: undefined, code_is: 'Acme, Inc.' }]);
  });
});
