import { useSession } from '../accounts/session/session.tsx'
import { FollowedSubjects } from './followed-subjects.tsx'

/** Below the people whom the viewer follows, and nobody else's: the discussions and concepts. */
export function OwnSubjects({ username }: { username: string }) {
  const { viewer } = useSession()
  if (viewer?.username.toLowerCase() !== username.toLowerCase()) return null
  return <FollowedSubjects />
}
