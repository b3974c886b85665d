import type { Page } from 'playwright-core';

/** The touch targets of the topmost page that are less than 44 px high or wide, except links in a text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls =
      'button, [role=button], a[href], input, textarea, [role=tab], [role=combobox], [role^=menuitem], [role=option]';
    const touched = 'label, .MuiInputBase-root, .MuiCheckbox-root, .MuiSwitch-root';
    const found = [...document.querySelectorAll(controls)].flatMap((control) => {
      if (control.closest('[aria-hidden=true], p')) return [];
      // The link of a card covers the whole card.
      const isCard = control.matches('li[data-row] .top > a');
      const { width, height } = (control.closest(isCard ? 'li' : touched) ?? control).getBoundingClientRect();
      // Hidden elements have no size; half a pixel allows for rounding.
      if (width * height === 0 || (width > 43.5 && height > 43.5)) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent?.slice(0, 30);
      return [`${control.tagName} "${name}" of ${Math.round(width)} × ${Math.round(height)} px`];
    });
    return [...new Set(found)];
  });
