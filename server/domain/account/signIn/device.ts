import Bowser from 'bowser';
import ipaddr from 'ipaddr.js';
import type { addressPlaces } from '../../../../contract/choices/session.ts';

/** The longest text of which a browser is recognized: longer ones are no browser's. */
const longestAgent = 300;

/** The browser and the system of a request, without versions; undefined for a program. */
function browserOf(agent: string): { browser: string; version: string; system: string } | undefined {
  const { browser, os } = Bowser.parse(agent.slice(0, longestAgent) || '-');
  if (!browser.name || !os.name) return undefined;
  return { browser: browser.name, version: browser.version?.split('.')[0] ?? '', system: os.name };
}

/**
 * The device of a session, for people: `Chrome 131, Windows`.
 * @param agent the `User-Agent` of its sign-in
 * @returns the agent itself, shortened, if it is not a known browser
 */
export function deviceName(agent: string | null): string | null {
  if (!agent) return null;
  const found = browserOf(agent);
  if (!found) return agent.slice(0, 60);
  const browser = [found.browser, found.version].filter(Boolean).join(' ');
  return `${browser}, ${found.system}`;
}

/** What stays the same when a browser is updated: two sessions with the same key are of the same kind of device. */
export function deviceKey(agent: string | null): string {
  const found = browserOf(agent ?? '');
  return found ? `${found.browser}, ${found.system}` : (agent ?? '').replace(/[\d.]+/g, '');
}

type Place = (typeof addressPlaces)[number]['id'];

/** Ranges of addresses that are inside a network of one's own (RFC 1918, 4193, 6598, 3927, 4291). */
const privateRanges = ['private', 'uniqueLocal', 'carrierGradeNat', 'linkLocal'];

/**
 * Where an address is.
 * @returns null for a text that is no address
 */
export function placeOfAddress(address: string | null): Place | null {
  if (!address || !ipaddr.isValid(address)) return null;
  const range = ipaddr.process(address).range();
  if (range === 'loopback') return 'local';
  return privateRanges.includes(range) ? 'private' : 'public';
}
