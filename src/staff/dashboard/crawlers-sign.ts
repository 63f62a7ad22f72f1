import type { Figures, Sign } from './figures.ts'
import { GUESTS_CHECKED_MIN } from './policy.ts'
import { attention, fine, type WithoutSign } from './signs.ts'

export function signOfCrawlers({
  guest_check,
  is_flood,
  guests_checked,
  checks_solved,
}: WithoutSign<Figures['crawlers']>): Sign {
  if (guest_check === 'never')
    return attention('During a flood, guests get errors. Turn the check of guests on (/manage/site).')
  if (is_flood)
    return attention(
      'Crawlers are flooding the forum. Guests solve a task, and members notice nothing. If this lasts for days, ask your provider or a proxy such as a CDN to filter them.',
    )
  if (guest_check === 'always' && guests_checked > GUESTS_CHECKED_MIN && checks_solved === 0)
    return attention(
      'No guest solved the task today. Open a post in a private window to see whether it works.',
    )
  return fine('Nothing to do.')
}
