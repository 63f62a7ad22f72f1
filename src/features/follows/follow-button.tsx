import { Button } from '../../ui/button.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { useFollow } from './use-follow.ts'

interface Props {
  person: { id: string; username: string }
  /** Where many stand below each other, each says whom, and none stands out. */
  name?: string
}

/** Follow or Unfollow; nothing beside oneself. A guest who presses is asked to sign in. */
export function FollowButton({ person, name }: Props) {
  const { isFollowing, canFollow, isSaving, toggle } = useFollow(person)
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  if (!canFollow) return null
  const label = isFollowing ? 'Unfollow' : 'Follow'
  return (
    <Button
      ref={ref}
      kind={isFollowing || name ? 'quiet' : 'primary'}
      aria-label={name && `${label} ${name}`}
      disabled={isSaving}
      onClick={toggle}
      className="min-w-25 disabled:opacity-100"
    >
      {label}
    </Button>
  )
}
