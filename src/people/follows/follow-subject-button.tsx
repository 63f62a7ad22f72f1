import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../../accounts/viewer-state/use-viewer-state.ts'
import { api, askToSignIn, client } from '../../core/client.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { FOLLOW_SUBJECT_NAMES, type FollowState, type FollowSubject } from './policy.ts'

/** Button to follow or unfollow a post or concept. Guests are asked to sign in. */
export function FollowSubjectButton({ subject, named }: { subject: FollowSubject; named?: boolean }) {
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
        <span className="sr-only">
          {named ? ` ${subject.name}` : ` this ${FOLLOW_SUBJECT_NAMES[subject.type]}`}
        </span>
      </span>
    </button>
  )
}

const LOOKS = {
  following: { icon: 'icon-filled-bell', label: 'Following' },
  muted: { icon: 'icon-volume-x', label: 'Muted' },
  neither: { icon: 'icon-bell', label: 'Follow' },
} as const

export function DiscussionMenu({ subject }: { subject: FollowSubject }) {
  const { current, set } = useSubjectFollow(subject)
  return (
    <Menu
      label="Notification settings for this discussion"
      className="action pointer-coarse:size-11"
      entries={[
        {
          label: 'Notify me about',
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
  { value: 'muted', label: 'Nothing (mute)', icon: 'icon-volume-x' },
]

function useSubjectFollow(subject: FollowSubject) {
  const { viewer } = useSession()
  const current = followState(useViewerState(subject.type, subject.id))
  const state = useViewerStateStore(subject.type, subject.id)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  /** Shows a choice before it is saved, and reverts it on failure. "Undo" also works on other pages. */
  const change = async (wish: FollowState, former: FollowState, isUndo = false) => {
    const show = (follow: FollowState) =>
      state.change({
        following: follow === 'following',
        ...(subject.type === 'post' && { muted: follow === 'muted' }),
      })
    show(wish)
    try {
      await save(subject, wish, former)
      toast({
        kind: 'success',
        title: `${wish === 'neither' ? ENDED[former] : BEGUN[wish]} ${FOLLOW_SUBJECT_NAMES[subject.type]}`,
        description: subject.name,
        ...(!isUndo && { action: { label: 'Undo', onPress: () => void change(former, wish, true) } }),
      })
      // Doesn't refetch a visible list, so that an unfollowed item stays and can be followed again.
      void queryClient.invalidateQueries({ queryKey: api.following.key(), refetchType: 'inactive' })
    } catch {
      show(former)
      toastError('Could not update follow status')
    }
  }

  /** Sets the state to `wish`. If undefined, ends the current follow or mute, or follows if there is none. */
  const set = async (wish?: FollowState) => {
    if (!viewer) return askToSignIn(`${subject.type}Follows.add`, { id: subject.id })
    setSaving(true)
    try {
      const former = followState(await state.read())
      const wanted = wish ?? (former === 'neither' ? 'following' : 'neither')
      if (wanted !== former) await change(wanted, former)
    } finally {
      setSaving(false)
    }
  }

  return { current, isSaving, set }
}

function followState(mark: { following: boolean; muted?: boolean } | undefined): FollowState {
  if (mark?.muted) return 'muted'
  return mark?.following ? 'following' : 'neither'
}

const BEGUN = { following: 'Following', muted: 'Muted' }
const ENDED = { following: 'Unfollowed', muted: 'Unmuted', neither: 'Unfollowed' }

async function save({ type, id }: FollowSubject, wish: FollowState, former: FollowState): Promise<void> {
  const isMute = wish === 'muted' || (wish === 'neither' && former === 'muted')
  const name = wish === 'neither' ? 'remove' : 'add'
  if (isMute) await client.postMutes[name]({ id })
  else if (type === 'post') await client.postFollows[name]({ id })
  else await client.conceptFollows[name]({ id })
}
