import { Box, Skeleton, Typography } from '@mui/material';
import dayjs from 'dayjs';
import { type ReactNode, useId } from 'react';
import { roleChoices } from '../../../../contract/choices/user.ts';
import type { EndpointAnswer } from '../../../../contract/endpoints/index.ts';
import { roleIds } from '../../../../contract/schema/access.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { Tone } from '../../../../contract/schema/timeline.ts';
import {
  flattenSources,
  type NextStep,
  nextStep,
  timelineSource,
} from '../../../../contract/timeline/timelineSources.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { dateTimeText, quantityText } from '../../values/format.ts';
import type { TimelineQuery } from './useTimeline.ts';

type TimelineItem = EndpointAnswer<'timeline'>['items'][number];

const toneColours: Readonly<Record<Tone, string>> = {
  info: 'info.main',
  good: 'success.main',
  warn: 'warning.main',
  bad: 'error.main',
  neutral: 'text.secondary',
};

interface TimelineLineProps {
  title: ReactNode;
  when?: string | undefined;
  who?: string | undefined;
  comment?: string | null | undefined;
  tone: Tone;
  /** True if the event is in the future. */
  isAhead?: boolean;
  last: boolean;
}

function TimelineLine({ title, when, who, comment, tone, isAhead = false, last }: TimelineLineProps) {
  const dot = isAhead ? { border: 2, borderColor: 'text.secondary' } : { bgcolor: toneColours[tone] };
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: '12px minmax(0, 1fr)', columnGap: 1.5 }}>
      <Box sx={{ display: 'grid', gridTemplateRows: '12px 1fr', justifyItems: 'center', pt: 0.5 }} aria-hidden>
        <Box sx={{ width: 10, height: 10, borderRadius: '50%', boxSizing: 'border-box', ...dot }} />
        {!last && <Box sx={{ width: 2, bgcolor: 'divider', height: '100%' }} />}
      </Box>
      <Box sx={{ pb: 1.75, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, overflowWrap: 'anywhere' }}
        >
          {when && <span>{when}</span>}
          {when && who && ' '}
          {who && <span>{who}</span>}
        </Typography>
        {comment && (
          <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
            “{comment}”
          </Typography>
        )}
      </Box>
    </Box>
  );
}

const roleText = (id: number | null): string | undefined => {
  const role = roleChoices.find((one) => one.id === id);
  return role && translate(role.label);
};

/** A day has no time zone; a point in time is shown in the reader's time zone. */
const whenText = ({ at, is_day }: TimelineItem): string => (is_day ? String(at).slice(0, 10) : dateTimeText(at));

/** True if the event is in the future; a day is, from the midnight at which it begins for the reader. */
const isStillAhead = (event: TimelineItem): boolean =>
  dayjs(event.is_day ? whenText(event) : (event.at as unknown as string)).isAfter(dayjs());

/** The subject of the event: for example a project and its granted quantity, an address, or a code. */
const detailText = ({ detail, quantity, product }: TimelineItem): string =>
  [detail, quantity !== null && `× ${quantityText(quantity, product)}`].filter(Boolean).join(' ');

/** The declared kind of an event, which has its label and tone. */
function declaredKind(entity: Entity, { part, kind }: TimelineItem) {
  const source = flattenSources(timelineSource(entity)).find(({ path }) => path === part);
  return [...(source?.kinds ?? []), ...(source?.dates ?? [])].find(({ name }) => name === kind);
}

function ItemLine({ entity, event, last }: { entity: Entity; event: TimelineItem; last: boolean }) {
  const words = declaredKind(entity, event);
  const isAhead = isStillAhead(event);
  const who = [event.actor, roleText(event.role_id), isAhead && text().record.stillToCome];
  return (
    <TimelineLine
      title={
        <>
          {words ? translate(words.label) : event.kind}{' '}
          <Typography component="span" variant="body2">
            {detailText(event)}
          </Typography>
        </>
      }
      when={whenText(event)}
      who={who.filter(Boolean).join(' · ')}
      comment={event.comment}
      tone={words?.tone ?? 'neutral'}
      isAhead={isAhead}
      last={last}
    />
  );
}

/** The step that the record waits for, and the roles that can take it; if the reader's is none of them, it waits for them. */
function NextStepLine({ step, last }: { step: NextStep; last: boolean }) {
  const role = useRole();
  const words = text().record;
  const roles = step.roles.map((one) => roleText(roleIds[one])).join(' · ');
  return (
    <TimelineLine
      title={words.nextStep(translate(step.label))}
      who={step.roles.includes(role) ? roles : words.waitsFor(roles)}
      tone="neutral"
      isAhead
      last={last}
    />
  );
}

/** The past events, then the step that the record waits for, then the future events. */
function ItemLines({ entity, record, items }: { entity: Entity; record: RecordData; items: readonly TimelineItem[] }) {
  const coming = items.filter(isStillAhead).length;
  const step = nextStep(entity, record);
  const past = items.length - coming;
  const entry = (event: TimelineItem, at: number) => (
    <ItemLine
      key={`${String(event.at)} ${event.part} ${event.kind} ${event.detail ?? ''} ${at}`}
      entity={entity}
      event={event}
      last={at === items.length - 1 && (coming > 0 || !step)}
    />
  );
  return (
    <>
      {items.slice(0, past).map(entry)}
      {step && <NextStepLine step={step} last={coming === 0} />}
      {items.slice(past).map((event, at) => entry(event, past + at))}
    </>
  );
}

interface Props {
  entity: Entity;
  record: RecordData;
  timeline: TimelineQuery;
}

/** The events of a record, the first first, with actor, time and comment, and the step that it waits for (issue 14). */
export function Timeline({ entity, record, timeline: { found } }: Props) {
  const id = useId();
  const words = text().record;
  const { data, error, isPending } = found;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography component="h3" variant="h3" id={id} sx={{ mb: 1.5 }}>
        {words.timeline}
      </Typography>
      {isPending && <Skeleton variant="rounded" height={72} />}
      {error && !data && <LoadFailed onRetry={() => void found.refetch()} />}
      {data && data.total > data.items.length && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
          {words.latestEntries(data.items.length)}
        </Typography>
      )}
      {data && (
        <Box component="ol" aria-labelledby={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          <ItemLines entity={entity} record={record} items={data.items} />
        </Box>
      )}
    </Box>
  );
}
