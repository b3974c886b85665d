import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { text, translate } from '../../i18n/text.ts';
import { LazyDialog } from '../../ui/dialog/LazyDialog.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { usePaletteSwitch } from '../palette/paletteSwitch.ts';
import { recordShortcuts, rowShortcuts } from './listShortcuts.ts';
import { type Shortcut, useShortcuts } from './shortcuts.ts';
import { usePlaces } from './usePlaces.ts';
import { usePreventKeyRepeat } from './usePreventKeyRepeat.ts';

const Help = lazyChunk(() => import('./Help.tsx').then((found) => ({ default: found.Help })));

/** The shortcuts of every page, and their list. */
export function Keys() {
  const navigate = useNavigate();
  const places = usePlaces();
  const { openPalette, isHelpOpen, setHelpOpen } = usePaletteSwitch();
  const shortcuts = useMemo((): Shortcut[] => {
    const anywhere = 'anywhere' as const;
    const go = places.flatMap(({ key, path, label }): Shortcut[] =>
      key ? [{ keys: `g ${key}`, label: translate(label), group: 'go', run: () => void navigate(path) }] : [],
    );
    return [
      { keys: 'mod+k', label: text().palette.open, group: anywhere, run: openPalette },
      { keys: '?', label: text().keys.title, group: anywhere, run: () => setHelpOpen(true) },
      ...rowShortcuts(),
      ...recordShortcuts(),
      ...go,
    ];
  }, [navigate, places, openPalette, setHelpOpen]);
  useShortcuts(shortcuts);
  usePreventKeyRepeat();
  const close = () => setHelpOpen(false);
  return <LazyDialog onClose={close}>{isHelpOpen && <Help onClose={close} />}</LazyDialog>;
}
