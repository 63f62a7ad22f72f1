import { useQuery } from '@tanstack/react-query'
import { REVIEW_WORDS } from './policy.ts'
import { myPending } from './queries.ts'

/** In a form: whether a moderator reviews the text before it is published. */
export function ReviewNotice() {
  const { data } = useQuery(myPending())
  const words = REVIEW_WORDS[data?.review ?? 'none']
  return words ? <p className="text-sm text-muted">{words}</p> : null
}
