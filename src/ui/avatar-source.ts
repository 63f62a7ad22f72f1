/** Sides in pixels of the squares that are made of a picture, for normal and dense screens. */
export const AVATAR_PIXELS = [24, 36, 48, 72, 96, 192] as const
export type AvatarPixels = (typeof AVATAR_PIXELS)[number]

const SIZED = /-\d+\.webp$/

/** The address of a picture in another size. Pictures of other sites have one size. */
export function avatarSource(url: string, pixels: AvatarPixels): string {
  return url.replace(SIZED, `-${pixels}.webp`)
}
