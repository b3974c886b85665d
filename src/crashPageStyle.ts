/**
 * Styles of the page that is shown when not even the theme could be drawn. It uses the browser's own light or dark
 * colours.
 */
export const crashPageStyle = {
  page: {
    minHeight: '100vh',
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '16px',
    padding: '24px',
    boxSizing: 'border-box',
    colorScheme: 'light dark',
    background: 'Canvas',
    color: 'CanvasText',
    font: '16px/1.5 Inter, system-ui, sans-serif',
    textAlign: 'center',
  },
  button: {
    minHeight: '44px',
    padding: '0 20px',
    border: '0',
    borderRadius: '8px',
    background: 'var(--brand, #b0126f)',
    color: '#fff',
    font: 'inherit',
    fontWeight: '600',
    cursor: 'pointer',
  },
} as const;
