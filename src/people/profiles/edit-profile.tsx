import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useRequiredMember } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Viewer } from '../../core/viewer.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { useGoBack } from '../../ui/use-go-back.ts'
import { EditSkeleton } from './edit-skeleton.tsx'
import { AVATAR_LIMIT, AVATAR_NO_IMAGE, AVATAR_TOO_LARGE } from './my-profile-policy.ts'
import { ProfileForm, useRefetchEverything } from './profile-form.tsx'

/** The page /edit-profile. */
export function EditProfilePage({ children }: { children?: ReactNode }) {
  const viewer = useRequiredMember()
  const navigate = useNavigate()
  const back = useGoBack(viewer ? `/profile/${viewer.username}` : '/')
  const leave = (username: string) => navigate({ to: '/profile/$username', params: { username } })
  return (
    <div className="mx-auto max-w-2xl">
      <a {...back} className="back-link">
        <Icon icon="icon-arrow-left" />
        Back
      </a>
      <h1 className="text-2xl">Edit Profile</h1>
      <NeedsScript>Editing your profile needs JavaScript.</NeedsScript>
      <div className="mt-6 rounded-lg border border-line bg-raised p-4 md:p-6">
        {viewer ? (
          // The key clears the form when another member signs in.
          <EditProfile
            key={viewer.id}
            viewer={viewer}
            onSaved={leave}
            onCancel={() => leave(viewer.username)}
          />
        ) : (
          <EditSkeleton />
        )}
      </div>
      {children}
    </div>
  )
}

interface Props {
  viewer: Viewer
  onSaved: (username: string) => unknown
  onCancel: () => unknown
}

/** Form for the page and the dialog. Loads the profile without caches, so that no old data is edited. */
export function EditProfile({ viewer, onSaved, onCancel }: Props) {
  const { data, isError, refetch } = useQuery({
    // Begins with an array like the API's query keys, so that it is also cleared when the viewer changes.
    queryKey: [['me', 'profile'], viewer.id],
    queryFn: async () => (await client.me.read()).profile,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  useFailureToast(isError, FAILURE, 'Please try again later')
  if (isError) return <ErrorState title={FAILURE} onRetry={() => void refetch()} />
  if (!data) return <EditSkeleton />
  return (
    <div className="grid gap-6">
      <AvatarField viewer={viewer} />
      <ProfileForm viewer={viewer} profile={data} onSaved={onSaved} onCancel={onCancel} />
    </div>
  )
}

const FAILURE = 'Failed to load profile data'

/** Field to change the avatar. It is saved immediately, independently of the form. */
function AvatarField({ viewer }: { viewer: Viewer }) {
  const input = useRef<HTMLInputElement>(null)
  const { isSaving, upload, remove } = useAvatar()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Clears the field, because choosing the same file again would otherwise fire no event.
    target.value = ''
    if (file) void upload(file)
  }
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <button
        type="button"
        aria-label="Upload a new profile picture"
        aria-busy={isSaving || undefined}
        disabled={isSaving}
        onClick={() => input.current?.click()}
        className="group relative grid rounded-full"
      >
        <Avatar name={displayName(viewer)} seed={viewer.username} src={viewer.avatar_url} size="lg" />
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full border border-line-strong bg-raised text-muted group-hover:text-text">
          {isSaving ? <Spinner className="size-4" /> : <Icon icon="icon-camera" className="size-4" />}
        </span>
      </button>
      <input ref={input} type="file" accept={ACCEPTED} hidden onChange={choose} />
      <p className="text-sm text-muted">Click on your avatar to upload a new profile picture</p>
      {viewer.avatar_url && (
        <Button kind="link" disabled={isSaving} onClick={() => void remove()} className="text-sm">
          Remove picture
        </Button>
      )}
    </div>
  )
}

/** Accepted image types. HEIC is not listed, so phones convert their photos to JPEG. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

function useAvatar() {
  const [isSaving, setSaving] = useState(false)
  const showEverywhere = useRefetchEverything()

  const save = async (act: () => Promise<unknown>, done: string, failure: string) => {
    setSaving(true)
    try {
      await act()
      await showEverywhere()
      toast({ kind: 'success', title: done })
    } catch (error) {
      showFailureToast(failure, error, 'Please try again later')
    } finally {
      setSaving(false)
    }
  }

  const upload = async (file: File) => {
    const problem = problemOf(file)
    if (problem) return toastError('Error', problem)
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

/** Returns an error for a file that the server would refuse. The server also checks the file's content. */
function problemOf({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return AVATAR_NO_IMAGE
  return size >= AVATAR_LIMIT ? AVATAR_TOO_LARGE : undefined
}
