import { Box, Skeleton, Typography } from '@mui/material';
import { timelineKinds } from '../../../contract/choices/order.ts';
import { roleChoices } from '../../../contract/choices/user.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text, translate } from '../../i18n/text.ts';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { momentText, quantityText } from '../../resources/format.ts';

const colours = { info: 'info.main', good: 'success.main', bad: 'error.main', neutral: 'text.secondary' } as const;

interface Event {
  at: string;
  kind: string;
  role_id: number | null;
  actor: string | null;
  detail: string | null;
  quantity: number | null;
  comment: string | null;
}

const whoOf = ({ actor, role_id }: Event): string => {
  const role = roleChoices.find((one) => one.id === role_id);
  return [actor, role && translate(role.label)].filter(Boolean).join(' · ');
};

/** What it was about: a project and how much it was given, an address, or a code. */
const whatOf = ({ detail, quantity }: Event, product: unknown): string =>
  [detail, quantity !== null && `× ${quantityText(quantity, product)}`].filter(Boolean).join(' ');

function Entry({ event, product, last }: { event: Event; product: unknown; last: boolean }) {
  const kind = timelineKinds.find((one) => one.id === event.kind);
  const who = whoOf(event);
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '12px 1fr', columnGap: 1.5 }}>
      <Box sx={{ display: 'grid', gridTemplateRows: '12px 1fr', justifyItems: 'center', pt: 0.5 }} aria-hidden>
        <Box sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: colours[kind?.tone ?? 'neutral'] }} />
        {!last && <Box sx={{ width: 2, bgcolor: 'divider', height: '100%' }} />}
      </Box>
      <Box sx={{ pb: 1.75, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {kind ? translate(kind.label) : event.kind}{' '}
          <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {whatOf(event, product)}
          </Typography>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {[momentText(event.at), who].filter(Boolean).join(' · ')}
        </Typography>
        {event.comment && (
          <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
            “{event.comment}”
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** What has happened to an order, from its beginning: who, when, and what they said. */
export function OrderStory({ order }: { order: RecordData }) {
  const found = useCallQuery('order_timeline', { path: { id: order.id }, quiet: true });
  const events = (found.data?.items ?? []) as unknown as Event[];
  return (
    <Box component="section">
      <Typography component="h3" variant="h3" sx={{ mb: 1.5 }}>
        {text().order.story}
      </Typography>
      {found.isPending && <Skeleton variant="rounded" height={72} />}
      {found.error && !found.data && <LoadFailed onRetry={() => void found.refetch()} />}
      {found.data && events.length === 0 && <Typography color="text.secondary">{text().order.noStory}</Typography>}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.map((event, index) => (
          <Entry
            key={`${event.at} ${event.kind} ${event.detail ?? ''}`}
            event={event}
            product={order.product}
            last={index === events.length - 1}
          />
        ))}
      </Box>
    </Box>
  );
}
