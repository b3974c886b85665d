import { Alert, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { allocationCalls } from '../../../contract/calls/allocation.ts';
import type { Body } from '../../../contract/calls.ts';
import type { Fields } from '../../../contract/field.ts';
import { ApiError } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { momentText } from '../../resources/format.ts';
import { LoadFailed } from '../../resources/LoadFailed.tsx';
import { PublicForm } from '../pages/PublicForm.tsx';
import { PublicPage } from '../pages/PublicPage.tsx';

const fields: Fields = allocationCalls.application_create.body;
const rows = [['hosts', 'mail'], ['comment']];

/** What a visitor with a signed link sees: for which project it is, and the form of the application (B30). */
export default function ApplicationPage() {
  const { token = '' } = useParams();
  const words = text().application;
  const path = { token };
  const link = useQuery({
    queryKey: ['application', token],
    queryFn: () => call('application_get', { path, quiet: true }),
  });
  const send = async (body: Record<string, unknown>) => {
    await call('application_create', { path, body: body as unknown as Body<'application_create'> });
    return words.done;
  };
  const failure = link.error instanceof ApiError && link.error.status > 0 ? link.error : undefined;
  const shown = link.data;
  return (
    <PublicPage
      title={words.title}
      intro={shown ? words.intro(shown.project_name, shown.product_name, momentText(shown.expires_at)) : ''}
    >
      {link.isPending && <Skeleton variant="rounded" height={240} />}
      {failure && <Alert severity="warning">{failure.message}</Alert>}
      {link.error && !failure && <LoadFailed onRetry={() => void link.refetch()} />}
      {shown && (
        <PublicForm
          fields={fields}
          rows={rows}
          start={{ hosts: 1 }}
          submit={words.submit}
          another={words.another}
          send={send}
        />
      )}
    </PublicPage>
  );
}
