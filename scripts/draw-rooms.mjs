// Draws docs/images/rooms.svg from the table of scripts/check-arrows.mjs. `--check` compares the committed picture
// instead.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arrows } from './check-arrows.mjs';

const picture = 'docs/images/rooms.svg';
const width = 190;
const height = 46;
const columns = [20, 240, 500, 720];
const rowHeight = 84;

/** Each folder: its column, its row and its caption. A column with a fraction is between two columns. */
const rooms = {
  'src/': [0.5, 0, 'start, lazy dialogs'],
  'src/custom/': [0.5, 1, 'hand-written screens'],
  'src/shell/': [0.5, 2, 'header, menu, palette'],
  'src/resources/': [0.5, 3, 'lists, forms, record pages'],
  'src/dataProvider/': [0, 4, 'requests, live changes'],
  'src/ui/': [1, 4, 'dialogs, keyboard'],
  'src/authProvider/': [0, 5, 'session, sign-in'],
  'src/i18n/': [0.5, 6, 'texts in two languages'],
  'server/': [2.5, 0, 'main, worker, operations'],
  'server/relay/': [1.5, 1, 'leases on a customer’s site'],
  'server/start/': [2.5, 1, 'composition, config, clock'],
  'server/http/': [2, 2, 'endpoints, routes, OpenAPI'],
  'server/jobs/': [3, 2, 'background work'],
  'server/reports/': [2, 3, 'dashboard'],
  'server/gateways/': [3, 3, 'mail, signer, files'],
  'server/resource/': [2, 4, 'generic operations'],
  'server/domain/': [2, 5, 'rules and effects by noun'],
  'server/core/': [2, 6, 'context, security, audit'],
  'server/db/': [2, 7, 'store, schema, migrations'],
  'server/telemetry/': [3, 8, 'metrics, traces'],
  'contract/': [1, 8, 'declarations and their rules'],
};

const names = arrows.map(([room]) => room);
const drawn = Object.keys(rooms);
const unknown = [...names.filter((name) => !drawn.includes(name)), ...drawn.filter((name) => !names.includes(name))];
if (unknown.length > 0)
  throw new Error(`scripts/draw-rooms.mjs and the table of arrows differ in ${unknown.join(', ')}`);

/** The folders that a folder may import. A whole side means all of its folders; a subfolder means its folder. */
function targetsOf([room, allowed, , forbidden]) {
  const found = allowed.flatMap((folder) =>
    names.filter((name) => name !== folder && name.startsWith(folder)).concat(names.includes(folder) ? folder : []),
  );
  const parts = allowed
    .map((folder) => names.find((name) => folder.startsWith(name) && name !== 'src/'))
    .filter(Boolean);
  const sides = ['src/', 'server/'];
  return new Set(
    [...found, ...parts].filter((name) => name !== room && !sides.includes(name) && !forbidden?.test(name)),
  );
}
const targets = new Map(arrows.map((arrow) => [arrow[0], targetsOf(arrow)]));

/** True if a folder can be reached from another one through others. */
const reaches = (from, to) =>
  [...targets.get(from)].some((next) => next === to || (next !== from && reaches(next, to)));
/** The arrows that do not follow from others. */
const edges = [...targets].flatMap(([from, all]) =>
  [...all].filter((to) => ![...all].some((other) => other !== to && reaches(other, to))).map((to) => [from, to]),
);

function xOf(column) {
  const left = columns[Math.floor(column)];
  return left + (columns[Math.ceil(column)] - left) * (column % 1);
}
const boxOf = (name) => {
  const [column, row] = rooms[name];
  return { x: xOf(column), y: 60 + row * rowHeight };
};

function box(name) {
  const { x, y } = boxOf(name);
  const side = name.split('/')[0];
  return `  <g class="${side}">
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>
    <text x="${x + width / 2}" y="${y + 20}" class="name">${name}</text>
    <text x="${x + width / 2}" y="${y + 36}" class="caption">${rooms[name][2]}</text>
  </g>`;
}

function line([from, to]) {
  const [a, b] = [boxOf(from), boxOf(to)];
  const isBeside = a.y === b.y;
  const start = isBeside
    ? { x: a.x + (b.x > a.x ? width : 0), y: a.y + height / 2 }
    : { x: a.x + width / 2, y: a.y + height };
  const end = isBeside ? { x: b.x + (b.x > a.x ? 0 : width), y: b.y + height / 2 } : { x: b.x + width / 2, y: b.y - 2 };
  return `  <path d="M${start.x} ${start.y} L${end.x} ${end.y}"/>`;
}

/** Draws the picture as SVG, with colours for light and dark pages. */
function draw() {
  const rows = Math.max(...Object.values(rooms).map(([, row]) => row)) + 1;
  const size = { width: columns.at(-1) + width + 20, height: 60 + rows * rowHeight - (rowHeight - height) + 20 };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="title">
  <title id="title">The rooms of the house: each may import the rooms that its arrows lead to, and those below them</title>
  <style>
    .page { fill: #ffffff; }
    rect { stroke-width: 1.5; }
    .src rect { fill: #e6f4f1; stroke: #0f766e; }
    .server rect { fill: #e8eefb; stroke: #1d4ed8; }
    .contract rect { fill: #fdf1dc; stroke: #b45309; }
    path { stroke: #64748b; stroke-width: 1.5; fill: none; marker-end: url(#end); }
    marker path { fill: #64748b; stroke: none; marker-end: none; }
    text { font-family: ui-sans-serif, system-ui, sans-serif; text-anchor: middle; fill: #0f172a; }
    .name { font-size: 14px; font-weight: 600; }
    .caption { font-size: 12px; }
    .head { font-size: 16px; font-weight: 700; }
    @media (prefers-color-scheme: dark) {
      .page { fill: #0f172a; }
      .src rect { fill: #10332f; stroke: #5eead4; }
      .server rect { fill: #17264a; stroke: #93c5fd; }
      .contract rect { fill: #3b2a10; stroke: #fcd34d; }
      path { stroke: #94a3b8; }
      marker path { fill: #94a3b8; }
      text { fill: #f1f5f9; }
    }
  </style>
  <defs>
    <marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0 0 L10 5 L0 10 z"/>
    </marker>
  </defs>
  <rect class="page" width="${size.width}" height="${size.height}" rx="12"/>
  <text class="head" x="${xOf(0.5) + width / 2}" y="36">Console</text>
  <text class="head" x="${xOf(2.5) + width / 2}" y="36">Server</text>
${edges.map(line).join('\n')}
${drawn.map(box).join('\n')}
</svg>
`;
}

const svg = draw();
if (!process.argv.includes('--check')) writeFileSync(picture, svg);
else if (!existsSync(picture) || readFileSync(picture, 'utf8') !== svg) {
  console.error(`${picture} is not what scripts/draw-rooms.mjs draws: run it`);
  process.exit(1);
}
