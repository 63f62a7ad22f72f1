import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useSession } from '../accounts/session/session.tsx'

const FollowedSubjects = lazyPart(() => import('./followed-subjects.tsx'))

/** Below the people whom the viewer follows, and nobody else's: the discussions and concepts. */
export function OwnSubjects({ username }: { username: string }) {
  const { viewer } = useSession()
  if (viewer?.username.toLowerCase() !== username.toLowerCase()) return null
  return (
    <Suspense>
      <FollowedSubjects />
    </Suspense>
  )
}
