import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, askToSignIn, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../viewer-state/use-viewer-state.ts'
import { type FollowState, SUBJECTS, type Subject } from './policy.ts'

/** Follow or mute state, with its optimistic change. */
export function useSubjectFollow(subject: Subject) {
  const { viewer } = useSession()
  const current = followState(useViewerState(subject.type, subject.id))
  const state = useViewerStateStore(subject.type, subject.id)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  /** Without a wish: toggles between following and neither. */
  const set = async (wish?: FollowState) => {
    if (!viewer) return askToSignIn(`${subject.type}Follows.add`, { id: subject.id })
    setSaving(true)
    try {
      const former = followState(await state.read())
      const wanted = wish ?? (former === 'neither' ? 'following' : 'neither')
      if (wanted !== former) await setSubjectFollow({ subject, state, queryClient }, wanted, former)
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

interface Following {
  subject: Subject
  state: { change: (change: { following: boolean; muted?: boolean }) => void }
  queryClient: QueryClient
}

/** Optimistic, reverted on failure. The toast offers undo. */
async function setSubjectFollow(
  follow: Following,
  wish: FollowState,
  former: FollowState,
  isUndo = false,
): Promise<void> {
  const { subject, state, queryClient } = follow
  const marks = (of: FollowState) => ({
    following: of === 'following',
    ...(subject.type === 'post' && { muted: of === 'muted' }),
  })
  state.change(marks(wish))
  try {
    await save(subject, wish, former)
    toast({
      kind: 'success',
      title: `${wish === 'neither' ? ENDED[former] : BEGUN[wish]} ${SUBJECTS[subject.type]}`,
      description: subject.name,
      ...(!isUndo && {
        action: { label: 'Undo', onPress: () => void setSubjectFollow(follow, former, wish, true) },
      }),
    })
    // A visible list stays as it is, so that an ended follow can be resumed there.
    void queryClient.invalidateQueries({ queryKey: api.following.key(), refetchType: 'inactive' })
  } catch {
    state.change(marks(former))
    toast({ kind: 'error', title: 'Could not update follow status' })
  }
}

const BEGUN = { following: 'Following', muted: 'Muted' }
const ENDED = { following: 'Unfollowed', muted: 'Unmuted', neither: 'Unfollowed' }

/** Following and muting exclude each other. */
async function save({ type, id }: Subject, wish: FollowState, former: FollowState): Promise<void> {
  const isMute = wish === 'muted' || (wish === 'neither' && former === 'muted')
  const name = wish === 'neither' ? 'remove' : 'add'
  if (isMute) await client.postMutes[name]({ id })
  else if (type === 'post') await client.postFollows[name]({ id })
  else await client.conceptFollows[name]({ id })
}
