import { Button } from '@mui/material';

interface Props {
  label: string;
  /** What the licence is called, which tells the button from those of other licences. */
  name: string;
  onClick: () => void;
}

/** What is done next with a licence that ends: it opens a dialog. */
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
