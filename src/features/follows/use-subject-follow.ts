import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askToSignIn } from '../../api/core/client.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../viewer-state/use-viewer-state.ts'
import type { FollowState, Subject } from './policy.ts'
import { setSubjectFollow } from './set-subject-follow.ts'

/** Whether the viewer follows or mutes it, and what changes that. */
export function useSubjectFollow(subject: Subject) {
  const { viewer } = useSession()
  const current = followState(useViewerState(subject.type, subject.id))
  const state = useViewerStateStore(subject.type, subject.id)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  /** Without a wish: to follow it, or what there is no longer. */
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
