import { useQuery } from '@tanstack/react-query'
import { REVIEW_WORDS } from './policy.ts'
import { myPending } from './queries.ts'

/** Shown in a form when a moderator must approve the text first. */
export function ReviewNotice() {
  const { data } = useQuery(myPending())
  const words = REVIEW_WORDS[data?.review ?? 'none']
  return words ? <p className="text-sm text-muted">{words}</p> : null
}
