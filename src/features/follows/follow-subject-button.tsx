import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { type FollowState, SUBJECTS, type Subject } from './policy.ts'
import { useSubjectFollow } from './use-subject-follow.ts'

interface Props {
  subject: Subject
  /** Where many stand below each other, each says what it follows. */
  named?: boolean
}

/**
 * Follow, or what there is, Following or Muted: pressed again that ends. As wide in any state. A guest is asked to sign
 * in.
 */
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

/** How much a member hears of a discussion. Beside the button that follows it, which says which of these it is. */
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
