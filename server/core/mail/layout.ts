import type { StoredLanguage } from '../../../contract/messages/label.ts';

/** The content of a mail as plain texts; they are escaped here. */
export interface MailPage {
  readonly language: StoredLanguage;
  readonly brand: string;
  /** The ground of the head, on which white text can be read; undefined for the product's own. */
  readonly colour?: string | undefined;
  readonly title: string;
  readonly top: readonly string[];
  readonly facts: readonly MailFact[];
  readonly groups?: readonly MailGroup[];
  readonly picture?: { readonly source: string; readonly alt: string; readonly caption: string };
  readonly bottom: readonly string[];
  readonly links: readonly MailLink[];
  readonly footer: string;
}

/** Lines under a heading, each a link. */
export interface MailGroup {
  readonly title: string;
  readonly lines: readonly MailLink[];
}

/** An address, with the sentence before it. */
export interface MailLink {
  readonly text: string;
  readonly url: string;
}

export interface MailFact {
  readonly name: string;
  readonly value: string;
  /** Read character by character, and so set in a monospaced font and never translated. */
  readonly isCode?: boolean;
}

/**
 * The colours of the console's themes (src/shell/theme/theme.ts). Links have the second colour, since magenta is for
 * actions there.
 */
const light = { page: '#f7f5f7', card: '#ffffff', ink: '#211b1f', quiet: '#5f565c', line: '#e6e0e4', link: '#0e7490' };
const dark = { page: '#151215', card: '#1e1a1d', ink: '#f3edf1', quiet: '#bdb2b9', line: '#3a3338', link: '#5cc6de' };
const rail = '#262229';
const magenta = '#b0126f';

type Part = keyof typeof light;
const property = (part: Part): string =>
  part === 'page' || part === 'card' ? 'background-color' : part === 'line' ? 'border-color' : 'color';

const darkRules = (Object.keys(dark) as Part[]).map((part) => `.${part}{${property(part)}:${dark[part]}!important}`);
const styles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules.join('')}}
@media (max-width:480px){.around{padding:12px 8px!important}.within{padding:20px 16px!important}.head{padding:16px!important}}`;

/**
 * The attributes of an element: light colours inline, for clients that drop the styles of the head; dark ones by class.
 */
const look = (part: Part, style = ''): string => `class="${part}" style="${property(part)}:${light[part]};${style}"`;

const fonts = "'Segoe UI',Roboto,Helvetica,Arial,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif";
const codeFonts = "Consolas,Menlo,'Courier New',monospace";

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const table = (style: string, content: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;${style}">${content}</table>`;

const paragraph = (text: string): string =>
  `<p ${look('ink', 'margin:0 0 14px;font-size:15px;line-height:1.6;overflow-wrap:anywhere')}>${escaped(text)}</p>`;

function factRow({ name, value, isCode }: MailFact): string {
  const cell =
    'border-bottom:1px solid;padding:10px 0;font-size:14px;line-height:1.5;text-align:left;vertical-align:baseline;';
  const shape = `overflow-wrap:anywhere;word-break:break-word;${isCode ? `font-family:${codeFonts};` : ''}`;
  const line = `class="line" style="${cell}border-bottom-color:${light.line};`;
  return `<tr><th scope="row" width="34%" ${line}width:34%;padding-right:12px;font-weight:400"><span ${look('quiet')}>${escaped(name)}</span></th>
<td ${line}${shape}"><span${isCode ? ' translate="no"' : ''} ${look('ink')}>${escaped(value)}</span></td></tr>`;
}

const factTable = (facts: readonly MailFact[]): string =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;table-layout:fixed;border-collapse:collapse;margin:0 0 20px">${facts.map(factRow).join('\n')}</table>`;

const pictureRow = ({ source, alt, caption }: NonNullable<MailPage['picture']>): string =>
  table(
    'margin:0 0 20px',
    `<tr><td width="150" style="width:150px;vertical-align:middle"><img class="line" src="${escaped(source)}" width="148" height="148" alt="${escaped(alt)}" style="display:block;width:148px;height:148px;border-radius:8px;border:1px solid ${light.line};background-color:#ffffff;color:${light.ink};font-size:12px"></td>
<td style="padding-left:16px;vertical-align:middle"><p ${look('quiet', 'margin:0;font-size:14px;line-height:1.5')}>${escaped(caption)}</p></td></tr>`,
  );

/** The head: the mark and the name, on the product's own dark ground or on the main colour of the settings. */
function brandRow({ brand, colour }: MailPage): string {
  const mark =
    colour === undefined ? `background-color:${magenta};color:#ffffff` : `background-color:#ffffff;color:${colour}`;
  return `<tr><td class="head" style="background-color:${colour ?? rail};padding:16px 24px;border-radius:8px 8px 0 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td aria-hidden="true" align="center" width="24" height="24" style="width:24px;height:24px;${mark};border-radius:6px;font-size:16px;line-height:24px;font-weight:700">&#10003;</td>
<td style="padding-left:10px;color:#ffffff;font-size:16px;line-height:24px;font-weight:700">${escaped(brand)}</td></tr></table></td></tr>`;
}

const linkLine = ({ text, url }: MailLink, index: number): string =>
  `<p ${look('ink', `margin:${index > 0 ? '14px' : '0'} 0 0;font-size:15px;line-height:1.6;overflow-wrap:anywhere`)}>${escaped(text)}<br><a href="${escaped(url)}" ${look('link', 'text-decoration:underline;font-size:14px')}>${escaped(url)}</a></p>`;

const groupPart = ({ title, lines }: MailGroup): string => {
  const item = ({ text, url }: MailLink) =>
    `<li style="margin:0 0 8px"><a href="${escaped(url)}" ${look('link', 'text-decoration:underline')}>${escaped(text)}</a></li>`;
  return `<h2 ${look('ink', 'margin:0 0 8px;font-size:16px;line-height:1.4;font-weight:650')}>${escaped(title)}</h2>
<ul ${look('ink', 'margin:0 0 20px;padding:0 0 0 20px;font-size:15px;line-height:1.5;overflow-wrap:anywhere')}>${lines.map(item).join('\n')}</ul>`;
};

const titleLine = (title: string): string =>
  `<h1 ${look('ink', 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650;overflow-wrap:anywhere;text-wrap:balance')}>${escaped(title)}</h1>`;

function card(page: MailPage): string {
  const content = [
    titleLine(page.title),
    ...page.top.map(paragraph),
    page.facts.length > 0 ? factTable(page.facts) : '',
    ...(page.groups ?? []).map(groupPart),
    page.picture ? pictureRow(page.picture) : '',
    ...page.bottom.map(paragraph),
    ...page.links.map(linkLine),
  ].join('\n');
  return `<tr><td class="card" bgcolor="${light.card}" style="background-color:${light.card};border-radius:0 0 8px 8px"><div class="within" style="padding:24px">${content}</div></td></tr>`;
}

const footer = (text: string): string =>
  `<tr><td style="padding:16px 24px"><p ${look('quiet', 'margin:0;font-size:13px;line-height:1.5;text-align:center;text-wrap:balance')}>${escaped(text)}</p></td></tr>`;

/** Outlook for Windows does not support `max-width`; it alone reads these comments. */
const inOutlook = (markup: string): string => `<!--[if mso]>${markup}<![endif]-->`;

/**
 * A mail as a whole HTML document in the product's look: fluid, at most 600 px wide; light by inline styles and dark by
 * `prefers-color-scheme`; it loads nothing.
 * @param page plain texts, which are escaped here
 */
export function mailHtml(page: MailPage): string {
  const inner = table('max-width:600px;margin:0 auto', `${brandRow(page)}${card(page)}${footer(page.footer)}`);
  const bound = `${inOutlook('<table role="presentation" width="600" align="center"><tr><td>')}${inner}${inOutlook('</td></tr></table>')}`;
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(page.title)}</title><style>${styles}</style></head>
<body class="page" style="margin:0;padding:0;background-color:${light.page};font-family:${fonts}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.page}" style="width:100%;background-color:${light.page}"><tr><td class="around" style="padding:24px 12px">${bound}</td></tr></table>
</body></html>`;
}
