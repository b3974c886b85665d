/** The colour of the mark while acting (src/shell/theme/palettes.ts). */
const acting = { fill: '#0e7490' };
/** On the main colour of the settings the mark has its colours the other way round (server/http/console.ts). */
const usual = { fill: 'var(--brand-mark, #b0126f)' };

/** The mark of the product on a dark ground, or on the main colour of the settings. */
export const Mark = ({ isActing }: { isActing: boolean }) => (
  <svg width="24" height="24" viewBox="2 4 24 24" aria-hidden="true" style={{ flex: 'none' }}>
    <rect x="2" y="4" width="24" height="24" rx="6" style={isActing ? acting : usual} />
    <path
      d="M9 16.5l4 4 7-9"
      fill="none"
      style={{ stroke: isActing ? '#fff' : 'var(--brand-check, #fff)' }}
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
