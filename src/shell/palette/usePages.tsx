import { useNavigate } from 'react-router';
import { text, translate } from '../../i18n/text.ts';
import { usePlaces } from '../keys/usePlaces.ts';
import type { Command } from './command.ts';

/** The pages of whoever is signed in, found by the words of either language. */
export function usePages(): Command[] {
  const navigate = useNavigate();
  return usePlaces().map(({ path, label, group, icon, key }) => ({
    id: `page ${path}`,
    group: text().palette.pages,
    title: translate(label),
    detail: group && translate(group),
    icon,
    words: [label, group].flatMap((one) => (one ? [one.en, one.zh] : [])),
    keys: key && `g ${key}`,
    run: () => void navigate(path),
  }));
}
