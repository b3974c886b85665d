import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { allEventTypes } from '../../../contract/events/eventTypes.ts';
import { recordHeading } from '../../../contract/relations/title.ts';
import { recordAddress } from '../../../contract/screens/address.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { language } from '../../i18n/language.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { labelOf } from '../../resources/values/Cell.tsx';
import { type FieldLine, useReadableFields } from '../../resources/values/FieldLines.tsx';
import { jsonText } from '../../resources/values/format.ts';
import { valueLinkStyle } from '../../ui/breakpoints.ts';
import { CodeExample } from '../programs/CodeExample.tsx';

/** The value of a text in JSON; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text as it was sent, or indented if it is JSON. */
const readable = (sent: string): string => jsonText(parsed(sent) ?? sent);

const headerLines = (headers: object): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The request of a delivery and its answer, as far as the role may read them. */
function Exchange({ delivery }: { delivery: RecordData }) {
  const entity = useContract().entity('webhook_delivery');
  const { headers, body, answer } = delivery;
  const parts = {
    headers: typeof headers === 'object' && headers !== null ? headerLines(headers) : '',
    body: readable(String(body ?? '')),
    answer: readable(String(answer ?? '')),
  };
  return (
    <Box sx={{ mt: 3 }}>
      {Object.entries(parts).map(
        ([name, code]) => code && <CodeExample key={name} name={labelOf(entity, name)} code={code} isTranslated />,
      )}
    </Box>
  );
}

/** The name of the record of a delivery, as it was at the event; a link if the reader has a screen with it. */
function EventRecord({ delivery }: { delivery: RecordData }) {
  const role = useRole();
  const { type, record_id: id } = delivery;
  const entity = allEventTypes(useContract()).find((one) => one.type === type)?.entity;
  if (!entity || typeof id !== 'number') return String(id ?? '');
  const { data } = (parsed(String(delivery.body)) ?? {}) as { data?: object };
  const row = { ...data, id };
  const to = recordAddress(entity, row, role);
  const name = recordHeading(entity, row, language());
  if (!to) return name;
  return (
    <Link component={RouterLink} to={to} underline="hover" sx={valueLinkStyle}>
      {name}
    </Link>
  );
}

/** A delivery: its state, what was sent and what the receiver answered (issue 34). */
export default function DeliveryDetail(props: DetailProps) {
  const entity = useContract().entity('webhook_delivery');
  const { headers: _headers, body: _body, answer: _answer, record_id: _record, ...fields } = useReadableFields(entity);
  const record = (delivery: RecordData): FieldLine[] => {
    if (typeof delivery.record_id !== 'number') return [];
    const value = <EventRecord delivery={delivery} />;
    return [{ name: 'record_id', label: labelOf(entity, 'record_id'), value, empty: false }];
  };
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(delivery) => (
        <>
          <Summary entity={entity} record={delivery} fields={fields} more={record(delivery)} />
          <Exchange delivery={delivery} />
        </>
      )}
    />
  );
}
