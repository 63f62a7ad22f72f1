/** Pixels of the squares that are made of a picture: what the screen shows, and twice that for dense screens. */
export const AVATAR_PIXELS = [24, 36, 48, 72, 96, 192] as const
export type AvatarPixels = (typeof AVATAR_PIXELS)[number]

const SIZED = /-\d+\.webp$/

/** The address of a picture in another of its sizes; one that is not ours has one size only. */
export function avatarSource(url: string, pixels: AvatarPixels): string {
  return url.replace(SIZED, `-${pixels}.webp`)
}
