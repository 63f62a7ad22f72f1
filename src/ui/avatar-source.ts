/** Side lengths of the squares made from an image, in pixels, for normal and dense screens. */
export const AVATAR_PIXELS = [24, 36, 48, 72, 96, 192] as const
export type AvatarPixels = (typeof AVATAR_PIXELS)[number]

const SIZED = /-\d+\.webp$/

/** URL of an avatar in another size. Images on other sites have only one size. */
export function avatarSource(url: string, pixels: AvatarPixels): string {
  return url.replace(SIZED, `-${pixels}.webp`)
}
