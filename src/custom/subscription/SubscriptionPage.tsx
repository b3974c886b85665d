import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { otherEndpoints } from '../../../contract/endpoints/other.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { PublicForm } from '../pages/PublicForm.tsx';
import { PublicPage } from '../pages/PublicPage.tsx';

const fields: Fields = otherEndpoints.subscription_create.body;
/** The product is decided later; until then the quantity is in hosts, as lists show it. */
const start = { hosts: 1, product: { metering: 'host' } };
const rows = [['company'], ['contact_man', 'contact_phone'], ['contact_mail'], ['wish', 'hosts'], ['comment']];

/** The public form for a subscription (B26, R-ROUTE-03), outside the frame. */
export default function SubscriptionPage() {
  const words = text().subscription;
  const { mutateAsync } = useEndpointMutation('subscription_create');
  const send = async (body: Record<string, unknown>) => {
    const { code } = await mutateAsync({ body: body as unknown as EndpointBody<'subscription_create'> });
    return words.done(code);
  };
  return (
    <PublicPage title={words.title} intro={words.intro}>
      <PublicForm fields={fields} rows={rows} start={start} submit={words.submit} another={words.another} send={send} />
    </PublicPage>
  );
}
