import { useQuery } from '@tanstack/react-query'
import { REVIEW_TEXT } from './policy.ts'
import { pendingContentQuery } from './queries.ts'

/** Notice in a form that a moderator must approve the text first. Renders nothing if this isn't required. */
export function ReviewNotice() {
  const { data } = useQuery(pendingContentQuery())
  const words = REVIEW_TEXT[data?.review ?? 'none']
  return words ? <p className="text-sm text-muted">{words}</p> : null
}
