import { useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AVATAR_LIMIT, AVATAR_NO_IMAGE, AVATAR_TOO_LARGE } from './my-profile-policy.ts'
import { useShowEverywhere } from './use-show-everywhere.ts'

/** Replaces and removes one's own picture, and says how it went. */
export function useAvatar() {
  const [isSaving, setSaving] = useState(false)
  const showEverywhere = useShowEverywhere()

  const save = async (act: () => Promise<unknown>, done: string, failure: string) => {
    setSaving(true)
    try {
      await act()
      await showEverywhere()
      toast({ kind: 'success', title: done })
    } catch (error) {
      toast({ kind: 'error', title: failure, description: errorMessage(error) ?? 'Please try again later' })
    } finally {
      setSaving(false)
    }
  }

  const upload = async (file: File) => {
    const problem = problemOf(file)
    if (problem) return toast({ kind: 'error', title: 'Error', description: problem })
    await save(
      () => client.me.setAvatar(file),
      'Profile picture updated successfully!',
      'Failed to upload profile picture',
    )
  }
  const remove = () =>
    save(() => client.me.removeAvatar(), 'Profile picture removed', 'Failed to remove profile picture')
  return { isSaving, upload, remove }
}

/** Before megabytes travel in vain; the server looks at the bytes themselves. */
function problemOf({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return AVATAR_NO_IMAGE
  return size >= AVATAR_LIMIT ? AVATAR_TOO_LARGE : undefined
}
