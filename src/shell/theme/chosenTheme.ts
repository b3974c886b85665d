/** Where react-admin's store keeps what was chosen in the header (`consoleStore`), as JSON. */
const key = 'RaStorelicence.theme';

/** Lets the login, which is drawn without the console's theme, be as light or dark as was chosen there. */
export function dressTheme(): void {
  const chosen = /^"(light|dark)"$/.exec(localStorage.getItem(key) ?? '')?.[1];
  if (chosen) document.documentElement.dataset['chosen'] = chosen;
}
