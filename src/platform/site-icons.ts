import type { Site } from './site.ts'

/** Sizes in pixels of an icon that admins upload: for iOS, for Android and favicons, and for feeds. */
export const ICON_PIXELS = [180, 192, 512] as const

/** Returns the paths of the forum's icons: square PNGs named by their pixels, and the favicon with its type. */
export function siteIcons({ icon }: Pick<Site, 'icon'>) {
  if (icon)
    return {
      favicon: iconSource(icon, 192),
      faviconType: 'image/png',
      png180: iconSource(icon, 180),
      png192: iconSource(icon, 192),
      png512: icon,
    }
  return {
    favicon: '/favicon.svg',
    faviconType: 'image/svg+xml',
    png180: '/icon-180.png',
    png192: '/icon-192.png',
    png512: '/icon-512.png',
    // The default logo fits inside every mask, because masks show at least the inner 80 % of the width.
    maskable512: '/icon-512.png',
  }
}

/** Returns the path of the icon with another size. */
export function iconSource(icon: string, pixels: (typeof ICON_PIXELS)[number]): string {
  return icon.replace(/512\.png$/, `${pixels}.png`)
}

/** Returns width and height of the logo in pixels, which are part of its path. */
export function logoSize(logo: string): { width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(logo) ?? []
  return { width: Number(width), height: Number(height) }
}
