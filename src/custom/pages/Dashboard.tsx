import { Box, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Role } from '../../../contract/access.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { text } from '../../i18n/text.ts';
import { numberText } from '../../resources/format.ts';
import { useSession } from '../../shell/useSession.ts';

interface Card {
  label: string;
  entity: string;
  filter: Record<string, number | string>;
  path: string;
}

/** The numbers of each role, each a way into the list behind it (B24). */
function cardsOf(role: Role): Card[] {
  const words = text().dashboard;
  const orders = (label: string, filter: Card['filter']) => ({
    label,
    entity: 'order',
    filter,
    path: '/authorization/order',
  });
  const licences = (label: string, filter: Card['filter']) => ({
    label,
    entity: 'assignment',
    filter,
    path: '/authorization/assignment',
  });
  const projects = { label: words.projects, entity: 'project', filter: {}, path: '/authorization/project' };
  const enterprises = { label: words.enterprises, entity: 'enterprise', filter: {}, path: '/enterprise' };
  if (role === 'SalesMan') return [orders(words.toConfirm, { status: 0 }), orders(words.orders, {}), enterprises];
  if (role === 'Enterprise') {
    return [
      orders(words.orders, {}),
      projects,
      licences(words.running, { task_status: 'running' }),
      licences(words.failed, { task_status: 'failed' }),
    ];
  }
  if (role === 'Subordinate') return [];
  return [
    orders(words.toReview, { status: 1 }),
    orders(words.toConfirm, { status: 0 }),
    orders(words.orders, {}),
    projects,
    enterprises,
  ];
}

const addressOf = (card: Card): string => {
  const filter =
    Object.keys(card.filter).length > 0 ? `?filter=${encodeURIComponent(JSON.stringify(card.filter))}` : '';
  return card.path + filter;
};

function NumberCard({ card }: { card: Card }) {
  const query = {
    per_page: 1,
    ...Object.fromEntries(Object.entries(card.filter).map(([name, value]) => [`filter_${name}`, value])),
  };
  const found = useQuery({
    queryKey: ['dashboard', card.entity, card.filter],
    queryFn: () => api<Page<unknown>>(`/v1/${card.entity}/list`, { query, quiet: true }),
  });
  return (
    <Paper
      variant="outlined"
      component={Link}
      to={addressOf(card)}
      sx={{ p: 2.5, textDecoration: 'none', display: 'grid', gap: 0.5, '&:hover': { borderColor: 'primary.main' } }}
    >
      <Typography variant="body2" color="text.secondary">
        {card.label}
      </Typography>
      <Typography component="strong" sx={{ fontSize: 30, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {numberText(found.data?.total)}
      </Typography>
    </Paper>
  );
}

export default function Dashboard() {
  const session = useSession();
  if (!session) return null;
  const name = session.user.nick_name || session.user.name;
  return (
    <>
      <Typography component="h1" variant="h1" sx={{ mb: 2.5 }}>
        {text().dashboard.hello(name)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))' }}>
        {cardsOf(session.role).map((card) => (
          <NumberCard key={card.label} card={card} />
        ))}
      </Box>
    </>
  );
}
