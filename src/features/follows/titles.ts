import type { Side } from './policy.ts'

export const TITLES: Record<Side, (name: string) => string> = {
  followers: (name) => `Followers of ${name}`,
  following: (name) => `Followed by ${name}`,
}
