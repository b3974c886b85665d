import simpleRestProvider from 'ra-data-simple-rest';
import {
  Admin,
  BooleanField,
  Datagrid,
  DateField,
  List,
  NumberField,
  Resource,
  SearchInput,
  SelectField,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { orderStates, orderTypes } from '../../contract/choices/order.ts';

// A console as react-admin's own documentation builds it, with the columns and the filters of the order list.

const choicesOf = (choices: readonly { id: number; label: { en: string } }[]) =>
  choices.map(({ id, label }) => ({ id, name: label.en }));
const [types, states] = [choicesOf(orderTypes), choicesOf(orderStates)];

const filters = [
  <SearchInput key="search" source="q" alwaysOn />,
  <SelectInput key="type" source="category_id" choices={types} />,
  <SelectInput key="status" source="status" choices={states} />,
];

const OrderList = () => (
  <List filters={filters} perPage={20} sort={{ field: 'created_at', order: 'DESC' }}>
    <Datagrid rowClick="show">
      <TextField source="code" />
      <SelectField source="category_id" choices={types} />
      <TextField source="product.name" />
      <TextField source="enterprise.name" />
      <NumberField source="purchased.hosts.value" />
      <NumberField source="available.hosts.value" />
      <SelectField source="status" choices={states} />
      <BooleanField source="is_available" />
      <DateField source="created_at" showTime />
    </Datagrid>
  </List>
);

const OrderShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="code" />
      <TextField source="product.name" />
    </SimpleShowLayout>
  </Show>
);

const container = document.getElementById('root');
if (container)
  createRoot(container).render(
    <Admin dataProvider={simpleRestProvider('/rows')} disableTelemetry>
      <Resource name="order" list={OrderList} show={OrderShow} />
    </Admin>,
  );
