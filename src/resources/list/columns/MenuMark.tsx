import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';

/** The mark of a menu entry that can be chosen; only an icon, since the entry itself is clicked and announced. */
const pictures = {
  check: [CheckBoxOutlineBlank, CheckBox],
  radio: [RadioButtonUnchecked, RadioButtonChecked],
} as const;

export function MenuMark({ kind, isOn }: { kind: keyof typeof pictures; isOn: boolean }) {
  const Picture = pictures[kind][isOn ? 1 : 0];
  return <Picture aria-hidden fontSize="small" color={isOn ? 'secondary' : 'action'} sx={{ mr: 1 }} />;
}
