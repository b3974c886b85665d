import { Alert, Skeleton } from '@mui/material';
import { HttpError } from 'react-admin';
import { useParams } from 'react-router';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { allocationEndpoints } from '../../../contract/endpoints/licence/allocation.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PublicForm } from '../pages/PublicForm.tsx';
import { PublicPage } from '../pages/PublicPage.tsx';

const fields = allocationEndpoints.application_link_apply.body;
const rows = [['hosts', 'mail'], ['comment']];

/** The page of a signed application link: its project, and the application form (B30). */
export default function ApplicationPage() {
  const { token = '' } = useParams();
  const words = text().application;
  const path = { token };
  const { data: shown, error, isPending, refetch } = useEndpointQuery('application_link_get', { path, quiet: true });
  const { mutateAsync } = useEndpointMutation('application_link_apply');
  const send = async (body: Record<string, unknown>) => {
    await mutateAsync({ path, body: body as unknown as EndpointBody<'application_link_apply'> });
    return words.done;
  };
  const isRefused = error instanceof HttpError && error.status > 0;
  return (
    <PublicPage
      title={words.title}
      intro={shown ? words.intro(shown.project_name, shown.product_name, zonedMomentText(shown.expires_at)) : ''}
    >
      {isPending && <Skeleton variant="rounded" height={240} />}
      {!shown && isRefused && <Alert severity="warning">{failureText(error)}</Alert>}
      {!shown && error && !isRefused && <LoadFailed onRetry={() => refetch()} />}
      {shown && (
        <PublicForm
          fields={fields}
          rows={rows}
          start={{ hosts: 1, product: shown.product }}
          submit={words.submit}
          another={words.another}
          send={send}
        />
      )}
    </PublicPage>
  );
}
