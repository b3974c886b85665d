import Cancel from '@mui/icons-material/Cancel';
import type { SvgIconProps } from '@mui/material';

/** The cross of a chip as a button that the keyboard reaches and screen readers announce. */
export const RemoveFilter = ({ label, onClick, ...icon }: Omit<SvgIconProps, 'ref'> & { label: string }) => (
  <Cancel
    {...icon}
    role="button"
    tabIndex={0}
    aria-label={label}
    aria-hidden={undefined}
    onClick={onClick}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.currentTarget.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }}
  />
);
