import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askToSignIn } from '../../api/core/client.ts'
import { useSession } from '../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../viewer-state/use-viewer-state.ts'
import type { Subject } from './policy.ts'

/** Whether the viewer follows it, and the toggle, whose code comes with the first press. */
export function useSubjectFollow(subject: Subject) {
  const { viewer } = useSession()
  const isFollowing = useViewerState(subject.type, subject.id)?.following ?? false
  const state = useViewerStateStore(subject.type, subject.id)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  const toggle = async () => {
    if (!viewer) return askToSignIn(`${subject.type}Follows.add`, { id: subject.id })
    setSaving(true)
    try {
      const { setSubjectFollow } = await import('./set-subject-follow.ts')
      const isFollowed = (await state.read())?.following ?? false
      await setSubjectFollow({ subject, state, queryClient }, !isFollowed)
    } finally {
      setSaving(false)
    }
  }

  return { isFollowing, isSaving, toggle }
}
