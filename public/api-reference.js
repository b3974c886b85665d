// Draws the API reference of /docs/api with Scalar, which the build has copied into the assets.

const place = document.getElementById('reference');
const { library, document: source, language } = place.dataset;
const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;

/** The key of the session in this browser, with which the person may try the calls; '' if nobody is signed in. */
function sessionKey() {
  try {
    return JSON.parse(localStorage.getItem('licence.session') ?? '{}').api_key ?? '';
  } catch {
    return '';
  }
}

/** The colours and the font of the console. */
const customCss = `
.light-mode { --scalar-color-1: #211b1f; --scalar-color-2: #5f565c; --scalar-color-3: #6f656b; --scalar-color-accent: #b0126f;
  --scalar-background-1: #ffffff; --scalar-background-2: #f7f5f7; --scalar-background-3: #ece7eb; --scalar-background-accent: #b0126f14;
  --scalar-border-color: #e6e0e4; --scalar-button-1: #b0126f; --scalar-button-1-color: #ffffff; --scalar-button-1-hover: #8f0e5a;
  --scalar-color-green: #15703a; --scalar-color-red: #b3261e; --scalar-color-orange: #8a5200; --scalar-color-blue: #1d5f9e; }
.dark-mode { --scalar-color-1: #f3edf1; --scalar-color-2: #bdb2b9; --scalar-color-3: #a99ea5; --scalar-color-accent: #f08cc4;
  --scalar-background-1: #1e1a1d; --scalar-background-2: #151215; --scalar-background-3: #2a2528; --scalar-background-accent: #f08cc41f;
  --scalar-border-color: #3a3338; --scalar-button-1: #f08cc4; --scalar-button-1-color: #33081f; --scalar-button-1-hover: #e272b5;
  --scalar-color-green: #6fd195; --scalar-color-red: #ff9a92; --scalar-color-orange: #f2b866; --scalar-color-blue: #8cc2f5; }
:root { --scalar-font: 'Inter Variable', system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif; --scalar-font-code: ui-monospace, 'SF Mono', Consolas, monospace;
  --scalar-radius: 6px; --scalar-radius-lg: 8px; --scalar-custom-header-height: 49px; }
`;

/** Names a button that chooses a value, as long as it shows none: by the parameter of its row. */
function nameValueButton(button) {
  const isEmpty = button.textContent.trim() === '';
  if (isEmpty === button.hasAttribute('data-named')) return;
  button.toggleAttribute('data-named', isEmpty);
  if (!isEmpty) return button.removeAttribute('aria-label');
  const [, parameter] = button.closest('tr')?.cells ?? [];
  button.setAttribute('aria-label', parameter?.textContent.trim() || (language === 'zh' ? '选择值' : 'Choose a value'));
}

/** Mends what the library's markup says wrongly to screen readers; neither its options nor styles reach it. */
function mendMarkup() {
  // Texts with a colour for variables call themselves lists of choices, without the attributes of one.
  for (const editor of document.querySelectorAll('[contenteditable][role="combobox"]:not([aria-expanded])'))
    editor.setAttribute('role', 'textbox');
  for (const button of document.querySelectorAll('button[role="none"]')) button.removeAttribute('role');
  document.querySelectorAll('.scalar-button[aria-haspopup="menu"]').forEach(nameValueButton);
  // The viewer of an answer has no name and is not reached by the keyboard; its tabs refer to parts that are not drawn.
  for (const viewer of document.querySelectorAll('.cm-content:not([aria-label])'))
    viewer.setAttribute('aria-label', language === 'zh' ? '响应内容' : 'Answer');
  for (const scroller of document.querySelectorAll('.cm-scroller:not([tabindex="0"])')) scroller.tabIndex = 0;
  // Signs beside a parameter are two pixels too small to be hit beside each other (WCAG 2.5.8).
  for (const button of document.querySelectorAll('button[id^="headlessui-popover-button"]'))
    Object.assign(button.style, { minWidth: '24px', minHeight: '24px' });
  for (const button of document.querySelectorAll('button[aria-controls]'))
    if (!document.getElementById(button.getAttribute('aria-controls'))) button.removeAttribute('aria-controls');
}

let isMendPending = false;
const mendSoon = () => {
  if (isMendPending) return;
  isMendPending = true;
  requestAnimationFrame(() => {
    isMendPending = false;
    mendMarkup();
  });
};
new MutationObserver(mendSoon).observe(document.body, { childList: true, subtree: true, characterData: true });

const { createApiReference } = await import(library);
createApiReference(place, {
  url: source,
  servers: [{ url: window.location.origin }],
  localization: { locale: language === 'zh' ? 'zh-CN' : 'en' },
  customCss,
  darkMode: isDark,
  forceDarkModeState: isDark ? 'dark' : 'light',
  hideDarkModeToggle: true,
  authentication: {
    preferredSecurityScheme: 'session',
    securitySchemes: { session: { value: sessionKey() }, token: { token: '' } },
  },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Nothing is loaded from, or sent to, another server.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: false,
});
document.getElementById('calls').remove();
