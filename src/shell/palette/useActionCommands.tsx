import AddOutlined from '@mui/icons-material/AddOutlined';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import KeyboardReturn from '@mui/icons-material/KeyboardReturn';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import Translate from '@mui/icons-material/Translate';
import type { ReactNode } from 'react';
import { useLogout, useTheme } from 'react-admin';
import { useNavigate } from 'react-router';
import { screensOfRole } from '../../../contract/screens/menu.ts';
import { recordNoun } from '../../../contract/screens/recordNoun.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useActing } from '../../authProvider/useActing.ts';
import { isActing, useRole, useSession } from '../../authProvider/useSession.ts';
import { en } from '../../i18n/en.ts';
import { language } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { zh } from '../../i18n/zh.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { askBeforeDiscarding } from '../../ui/dialog/unsaved.ts';
import { useChangeLanguage } from '../header/useChangeLanguage.ts';
import type { Command } from './command.ts';
import { usePaletteSwitch } from './paletteSwitch.ts';
import { useActForSomebody } from './useActFor.tsx';

type Words = typeof en.palette;
type PlainTextKey = { [name in keyof Words]: Words[name] extends string ? name : never }[keyof Words];

const paletteAction = (name: PlainTextKey, icon: ReactNode, run: () => void, keys?: string): Command => ({
  id: name,
  group: text().palette.actions,
  title: text().palette[name],
  words: [en.palette[name], zh.palette[name]],
  icon,
  keys,
  run,
});

/** A command for each screen on which the role may create records; it opens the dialog there. */
function useCreateCommands(): Command[] {
  const role = useRole();
  const navigate = useNavigate();
  const contract = useContract();
  const makes = contract.entities.filter(
    (entity) => isPermitted(entity, 'create') && !entity.without?.includes('create'),
  );
  return makes.flatMap((entity) =>
    screensOfRole(contract, role)
      .filter((screen) => screen.entity === entity.name && (screen.form || 'form' in entity))
      .map(({ path, label, preset }): Command => {
        const noun = recordNoun(entity, preset);
        const title = text().list.create(translate(noun));
        const isPlain = translate(label) === translate(entity.labels);
        const isNamed = isPlain || noun !== entity.label || (entity.screens ?? []).length === 1;
        return {
          id: `new ${path}`,
          group: text().palette.actions,
          title: isNamed ? title : `${title} (${translate(label)})`,
          words: [
            ...[noun, entity.label].flatMap((one) => [en.list.create(one.en), zh.list.create(one.zh)]),
            label.en,
            label.zh,
            ...[noun, entity.label].flatMap((one) => [en.palette.alsoNew(one.en), zh.palette.alsoNew(one.zh)]),
          ],
          icon: <AddOutlined fontSize="small" />,
          run: () => void navigate(path, { state: { create: true } }),
        };
      }),
  );
}

/** The actions that are available on every page. */
export function useActionCommands(): Command[] {
  const logout = useLogout();
  const [theme, setTheme] = useTheme();
  const changeLanguage = useChangeLanguage();
  const { actBack } = useActing();
  const { setHelpOpen } = usePaletteSwitch();
  const acting = isActing(useSession());
  const other = language() === 'zh' ? 'en' : 'zh-CN';
  const isDark = theme === 'dark';
  return [
    ...useCreateCommands(),
    ...useActForSomebody(),
    ...(acting
      ? [
          paletteAction('backToSales', <KeyboardReturn fontSize="small" />, () =>
            askBeforeDiscarding(() => void actBack().catch(() => undefined)),
          ),
        ]
      : []),
    paletteAction('otherLanguage', <Translate fontSize="small" />, () => void changeLanguage(other)),
    paletteAction(isDark ? 'light' : 'dark', <DarkModeOutlined fontSize="small" />, () =>
      setTheme(isDark ? 'light' : 'dark'),
    ),
    paletteAction('shortcuts', <KeyboardOutlined fontSize="small" />, () => setHelpOpen(true), '?'),
    paletteAction('logout', <LogoutOutlined fontSize="small" />, () => askBeforeDiscarding(() => void logout())),
  ];
}
