import { message } from '../messages/message.ts';

/** Contrast that WCAG 2.2 asks for normal text (1.4.3), to one. */
export const readableContrast = 4.5;
/** Contrast of the shade for dark mode with its ground; more than what is asked for, as dark grounds glare. */
const darkModeContrast = 6;

/** The ground of dark pages. */
export const darkGround = '#1e1a1d';
const white = '#ffffff';
const black = '#000000';

/** A colour as the settings store it. */
const colourPattern = /^#[0-9a-f]{6}$/;

/** Red, green and blue, from 0 to 255. */
const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance from 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour with a share of another in it, from 0 to 1. */
function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The nearest shade towards another colour, in steps of a fiftieth, that has a contrast with its ground. */
function shadeWith(colour: string, towards: string, ground: string, least: number): string {
  const shades = Array.from({ length: 51 }, (_, step) => mix(colour, towards, step / 50));
  return shades.find((shade) => contrast(shade, ground) >= least) ?? towards;
}

/** A colour in the form in which it is stored: small letters, without spaces around it. */
export const canonicalColour = (text: string): string => text.trim().toLowerCase();

/**
 * Why a colour cannot be the main colour of a console: its form, or white text on it cannot be read (issue 35, point 6).
 * @param text a colour as it was entered
 * @returns a message that says the cure; undefined for a colour that can
 */
export function brandColourProblem(text: string): string | undefined {
  const colour = canonicalColour(text);
  if (!colourPattern.test(colour)) return message('colour_form');
  const found = contrast(colour, white);
  if (found >= readableContrast) return undefined;
  const darker = shadeWith(colour, black, white, readableContrast);
  // Rounded down, so that a contrast just below the limit is not shown as the limit.
  return message('colour_contrast', { contrast: (Math.floor(found * 10) / 10).toFixed(1), darker });
}

/** The shades of a main colour. White text can be read on all but `light`, `inDark` and `lightInDark`. */
export interface BrandShades {
  readonly main: string;
  /** Below the pointer. */
  readonly hover: string;
  readonly light: string;
  /** The middle and the beginning of the login page's gradient, which ends with the main colour. */
  readonly middle: string;
  readonly deep: string;
  /** For dark mode, with the shades around it and its text. */
  readonly inDark: string;
  readonly hoverInDark: string;
  readonly lightInDark: string;
  readonly textInDark: string;
}

/**
 * The shades of a main colour, with one that can be read in dark mode.
 * @param main a colour without `brandColourProblem`
 */
export function brandShades(main: string): BrandShades {
  const inDark = shadeWith(main, white, darkGround, darkModeContrast);
  return {
    main,
    hover: mix(main, black, 0.18),
    light: mix(main, white, 0.35),
    middle: mix(main, black, 0.2),
    deep: mix(main, black, 0.58),
    inDark,
    hoverInDark: mix(inDark, black, 0.08),
    lightInDark: mix(inDark, white, 0.35),
    textInDark: mix(main, black, 0.8),
  };
}

/**
 * The CSS properties of a main colour and a logo, which index.html, login.css and the components of the logo read. One that
 * is undefined is the product's own there.
 */
export function brandProperties(
  colour: string | undefined,
  logo: string | undefined,
): Readonly<Record<`--brand${string}`, string | undefined>> {
  const shades = colour === undefined ? undefined : brandShades(colour);
  return {
    '--brand': shades?.main,
    '--brand-hover': shades?.hover,
    '--brand-middle': shades?.middle,
    '--brand-deep': shades?.deep,
    '--brand-ground': shades?.main,
    '--brand-mark': shades && white,
    '--brand-check': shades?.main,
    '--brand-logo': logo && `url("${logo}")`,
    '--brand-logo-width': logo && '168px',
    '--brand-mark-opacity': logo && '0',
  };
}
