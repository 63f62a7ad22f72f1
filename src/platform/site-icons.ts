import type { Site } from './site.ts'

/** Returns the paths of the forum's icons: an SVG, and square PNGs named by their pixels. */
export function siteIcons(_site: Site) {
  return {
    svg: '/favicon.svg',
    png180: '/icon-180.png',
    png192: '/icon-192.png',
    png512: '/icon-512.png',
    // The logo fits inside every mask, because masks show at least the inner 80 % of the width.
    maskable512: '/icon-512.png',
  } as const
}
