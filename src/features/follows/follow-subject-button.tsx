import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { SUBJECTS, type Subject } from './policy.ts'
import { useSubjectFollow } from './use-subject-follow.ts'

interface Props {
  subject: Subject
  /** Where many stand below each other, each says what it follows. */
  named?: boolean
}

/** Follow, or Following once one does: pressed again it stops. As wide in either state. A guest is asked to sign in. */
export function FollowSubjectButton({ subject, named }: Props) {
  const { isFollowing, isSaving, toggle } = useSubjectFollow(subject)
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={isFollowing}
      disabled={isSaving}
      onClick={toggle}
      className="action follow-subject aria-pressed:text-act disabled:opacity-100"
    >
      <Icon icon={isFollowing ? 'icon-filled-bell' : 'icon-bell'} />
      <span>
        {isFollowing ? 'Following' : 'Follow'}
        <span className="sr-only">{named ? ` ${subject.name}` : ` this ${SUBJECTS[subject.type]}`}</span>
      </span>
    </button>
  )
}
