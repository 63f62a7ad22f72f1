/** Widths in pixels in which each avatar is stored, for normal and dense screens. */
export const AVATAR_PIXELS = [24, 36, 48, 72, 96, 192] as const
export type AvatarPixels = (typeof AVATAR_PIXELS)[number]

const SIZED = /-\d+\.webp$/

/** Returns the URL of an avatar in another stored size. An image on another site has only one size. */
export function avatarSource(url: string, pixels: AvatarPixels): string {
  return url.replace(SIZED, `-${pixels}.webp`)
}
