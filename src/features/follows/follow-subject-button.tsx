import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { type FollowState, SUBJECTS, type Subject } from './policy.ts'
import { useSubjectFollow } from './use-subject-follow.ts'

interface Props {
  subject: Subject
  /** In a list: part of the accessible name. */
  named?: boolean
}

/** Shows the state; a press ends it. Guests are asked to sign in. */
export function FollowSubjectButton({ subject, named }: Props) {
  const { current, isSaving, set } = useSubjectFollow(subject)
  const ref = useKeptFocus<HTMLButtonElement>(isSaving)
  const { icon, label } = LOOKS[current]
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={current !== 'neither'}
      disabled={isSaving}
      onClick={() => void set()}
      className="action follow-subject aria-pressed:text-act disabled:opacity-100"
    >
      <Icon icon={icon} />
      <span>
        {label}
        <span className="sr-only">{named ? ` ${subject.name}` : ` this ${SUBJECTS[subject.type]}`}</span>
      </span>
    </button>
  )
}

const LOOKS = {
  following: { icon: 'icon-filled-bell', label: 'Following' },
  muted: { icon: 'icon-volume-x', label: 'Muted' },
  neither: { icon: 'icon-bell', label: 'Follow' },
} as const

/** Notification level of a discussion. */
export function DiscussionMenu({ subject }: { subject: Subject }) {
  const { current, set } = useSubjectFollow(subject)
  return (
    <Menu
      label="What to hear of this discussion"
      className="action pointer-coarse:size-11"
      entries={[
        {
          label: 'Tell me of',
          choices: CHOICES,
          value: current,
          onChoose: (value) => void set(value as FollowState),
        },
      ]}
    >
      <Icon icon="icon-chevron-down" />
    </Menu>
  )
}

const CHOICES: { value: FollowState; label: string; icon: `icon-${string}` }[] = [
  { value: 'following', label: 'Every comment', icon: 'icon-filled-bell' },
  { value: 'neither', label: 'Replies to me', icon: 'icon-bell' },
  { value: 'muted', label: 'Nothing: mute it', icon: 'icon-volume-x' },
]
