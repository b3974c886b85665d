import { Button } from '@mui/material';

interface Props {
  label: string;
  /** The licence's name; it distinguishes the button from those of other licences. */
  name: string;
  onClick: () => void;
}

/** The next action for a licence that ends; it opens a dialog. */
export const LicenceButton = ({ label, name, onClick }: Props) => (
  <Button
    variant="outlined"
    data-main
    aria-haspopup="dialog"
    aria-label={`${label}: ${name}`}
    onClick={onClick}
    sx={{ minWidth: 0 }}
  >
    {label}
  </Button>
);
