import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { FollowState, Subject } from './policy.ts'
import { useSubjectFollow } from './use-subject-follow.ts'

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
