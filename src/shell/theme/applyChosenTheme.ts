/** The key under which react-admin's store (`consoleStore`) saves the chosen theme, as JSON. */
const themeKey = 'RaStorelicence.theme';

/** Applies the chosen light or dark theme to the login page, which is drawn without the console's theme. */
export function applyChosenTheme(): void {
  const chosen = /^"(light|dark)"$/.exec(localStorage.getItem(themeKey) ?? '')?.[1];
  if (chosen) document.documentElement.dataset['chosen'] = chosen;
}
