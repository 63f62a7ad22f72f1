import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { newPostDrafts } from './new-drafts.ts'

interface Props {
  memberId: string
  /** Of the one that is being written. */
  id: string
}

/** Tells whoever begins a post of those that they have begun before. */
export function OtherDrafts({ memberId, id }: Props) {
  const [drafts] = useState(() => newPostDrafts(memberId))
  const others = drafts.filter(({ form }) => !form.endsWith(`:${id}`)).length
  if (others === 0) return null
  return (
    <p className="mb-5 text-sm text-muted">
      {others === 1 ? 'Another post that you have begun is' : `${others} other posts that you have begun are`}{' '}
      among{' '}
      <Link
        to="/drafts"
        className="inline-flex min-h-8 items-center text-act underline pointer-coarse:min-h-11"
      >
        your drafts
      </Link>
      .
    </p>
  )
}
