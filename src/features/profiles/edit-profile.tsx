import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { AvatarField } from './avatar-field.tsx'
import { EditSkeleton } from './edit-skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Props {
  viewer: Viewer
  /** After it was saved, with the name they have now. */
  onSaved: (username: string) => unknown
  onCancel: () => unknown
}

/** Picture and form, on the page and in the dialog. As it is now, not as it was read a moment ago: it will be changed. */
export function EditProfile({ viewer, onSaved, onCancel }: Props) {
  const { data, isError, refetch } = useQuery({
    // Begins as the API's own keys do: whatever is private is forgotten when the viewer changes.
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
