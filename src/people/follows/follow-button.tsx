import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState, useViewerStateStore } from '../../accounts/viewer-state/use-viewer-state.ts'
import { errorMessage } from '../../core/api-error.ts'
import { api, askToSignIn, client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts'
import type { Profile } from '../profiles/contract.ts'

export function FollowButton({ person, name }: { person: { id: string; username: string }; name?: string }) {
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

/** Follows or unfollows a person. Shows the result at once, reverts it on failure, and offers to undo it. */
function useFollow(person: { id: string; username: string }) {
  const { viewer } = useSession()
  const mark = useViewerState('profile', person.id)
  const state = useViewerStateStore('profile', person.id)
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  const show = (following: boolean, added: number) => {
    state.change({ following })
    changeProfile(queryClient, person.id, (them) => ({ followers_count: them.followers_count + added }))
    changeProfile(queryClient, viewer?.id, (me) => ({ following_count: me.following_count + added }))
  }

  const set = async (wish: boolean, isUndo = false) => {
    setSaving(true)
    const before = (await state.read())?.following ?? false
    const added = Number(wish) - Number(before)
    show(wish, added)
    try {
      const { following, followers_count } = await client.follows[wish ? 'add' : 'remove'](person)
      state.change({ following })
      changeProfile(queryClient, person.id, () => ({ followers_count }))
      toast({
        kind: 'success',
        title: following ? 'Following user' : 'Unfollowed user',
        description: `@${person.username}`,
        ...(!isUndo && { action: { label: 'Undo', onPress: () => void set(!wish, true) } }),
      })
      void queryClient.invalidateQueries({ queryKey: api.follows.key() })
      void queryClient.invalidateQueries({ queryKey: api.activity.key() })
      void queryClient.invalidateQueries({ queryKey: api.firstSteps.key() })
    } catch (error) {
      show(before, -added)
      toastError('Could not update follow status', errorMessage(error))
    } finally {
      setSaving(false)
    }
  }

  const toggle = async () => {
    if (!viewer) return askToSignIn('follows.add', person)
    await set(!((await state.read())?.following ?? false))
  }

  return { isFollowing: mark?.following ?? false, canFollow: mark?.can.follow ?? true, isSaving, toggle }
}

function changeProfile(
  queryClient: QueryClient,
  id: string | undefined,
  change: (profile: Profile) => Partial<Profile>,
): void {
  queryClient.setQueriesData<Profile>({ queryKey: api.profiles.read.key() }, (profile) =>
    profile?.id === id && profile ? { ...profile, ...change(profile) } : profile,
  )
}
