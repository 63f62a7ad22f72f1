import type { RateLimit } from '../../core/rate-limited.ts'

/** Pictures of the forum, which admins upload. */
export const SITE_PICTURES = ['logo', 'icon'] as const
export type SitePicture = (typeof SITE_PICTURES)[number]

/** Longest side of the stored logo in pixels. It is shown up to 112 CSS pixels wide. */
export const LOGO_PIXELS = 512

/** Bytes that a file must stay below. */
export const SITE_PICTURE_LIMIT = 5 * 1024 * 1024
export const SITE_PICTURE_TOO_LARGE = 'Image size must be less than 5MB'
export const SITE_PICTURE_REJECTED =
  'This image format can’t be read. Use a JPEG, PNG, WebP, GIF or AVIF file.'

/** A low limit, because each upload means megabytes to read and decode. */
export const SITE_PICTURE_RATE_LIMIT: RateLimit = {
  name: 'site pictures',
  act: 'uploading',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}
