/**
 * Why a moderator acted: because members reported it, because it needed approval, because of an appeal, or on
 * their own initiative. Reports that arrive while a moderator acts on their own count as own initiative.
 */
export const ORIGINS = ['reported', 'approval', 'appeal', 'own_initiative'] as const
export type Origin = (typeof ORIGINS)[number]

export const ORIGIN_TEXT: Record<Origin, string> = {
  reported: 'Reported by members',
  approval: 'Pending approval',
  appeal: 'Appeal',
  own_initiative: 'Own initiative',
}
