import { useQueryClient } from '@tanstack/react-query'
import { useHydrated, useNavigate, useRouter } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { lastMember, setSignInPrompt } from '../../../api/core/client.ts'
import { isPrivateQuery } from '../../../api/core/query-options.ts'
import type { Viewer } from '../../../api/core/viewer.ts'
import { tabStorage } from '../../../platform/storage.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { sendDeletions } from '../../deletions/deletions.ts'
import { endSession } from '../sign-in/auth-client.ts'
import { promptSignIn } from './sign-in-required.ts'
import { writeSnapshot } from './snapshot.ts'
import { useSessionCheck } from './use-session-check.ts'

interface State {
  /**
   * True until the first session check has been answered. A snapshot is believed before that, so a page that has
   * something to show to a visitor looks at `viewer` alone, and only a page that needs a member waits for this.
   */
  loading: boolean
  viewer: Viewer | null
}

export interface Session extends State {
  /** Ends the session, says so and goes to /auth. Answers false, and says so, when that failed. */
  signOut: () => Promise<boolean>
  /** Asks the server again who is looking, as after signing in or changing one's profile. */
  refresh: () => Promise<Viewer | null>
  /** True while signing out, so that a page which needs a member does not ask for a new sign-in meanwhile. */
  leaving: boolean
}

setSignInPrompt(promptSignIn)

const SessionContext = createContext<Session | undefined>(undefined)

/**
 * Who is looking. The first render of each part is a visitor's, as in the server's HTML: the page below the shell
 * is hydrated after it, when the member may already be known.
 */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return useHydrated() ? session : { ...session, loading: true, viewer: null }
}

/** Around what the server renders by itself: a visitor's, as the first render of every part. */
export function GuestSession({ children }: { children: ReactNode }) {
  return <SessionContext value={GUEST}>{children}</SessionContext>
}

const GUEST: Session = {
  loading: true,
  viewer: null,
  leaving: false,
  signOut: async () => false,
  refresh: async () => null,
}

/** For pages that are for members: sends anybody else to /auth, from where they come back. */
export function useRequiredMember(): Viewer | null {
  const { loading, viewer, leaving } = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const isStranger = !loading && !viewer && !leaving
  useEffect(() => {
    // Read once: on the way to /auth the address changes while this page still stands.
    const redirect = router.state.location.href
    if (isStranger) void navigate({ to: '/auth', search: { redirect }, replace: true })
  }, [isStranger, navigate, router])
  return viewer
}

interface ProviderProps {
  /** For what else on the device is the former member's. */
  onSignedOut: () => void
  /** A member's session was found to have ended by itself. */
  onSessionEnded: (memberId: string) => void
  children: ReactNode
}

/** Holds the session for everything below it, and keeps it true: over time, over tabs, over a lost session. */
export function SessionProvider({ onSignedOut, onSessionEnded, children }: ProviderProps) {
  const [{ loading, viewer }, show] = useViewer()
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const refresh = useSessionCheck(show, onSessionEnded)
  const signOut = useCallback(async () => {
    setLeaving(true)
    try {
      await sendDeletions()
      await endSession()
      onSignedOut()
      delete lastMember.id
      tabStorage.remove('deferred-act')
      writeSnapshot(undefined)
      show(null)
      toast({ kind: 'success', title: 'Signed out successfully', description: 'You have been logged out' })
      await navigate({ to: '/auth' })
      return true
    } catch {
      toast({ kind: 'error', title: 'Error signing out', description: 'Please try again' })
      return false
    } finally {
      setLeaving(false)
    }
  }, [navigate, show, onSignedOut])
  const session = useMemo(
    () => ({ loading, viewer, signOut, refresh, leaving }),
    [loading, viewer, signOut, refresh, leaving],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The viewer on screen. When it becomes somebody else, nothing that was fetched for the former one stays. */
function useViewer() {
  const [state, setState] = useState<State>({ loading: true, viewer: null })
  const shown = useRef<Viewer | null>(null)
  const show = useCallback((viewer: Viewer | null, loading = false) => {
    if (!isSame(viewer, shown.current)) shown.current = viewer
    setState({ loading, viewer: shown.current })
  }, [])
  useResetOnViewerChange(state.viewer?.id)
  return [state, show] as const
}

/** Once the parts that showed the former member's are gone, so that they do not ask for it again, as nobody. */
function useResetOnViewerChange(viewerId: string | undefined) {
  const former = useRef(viewerId)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (former.current && former.current !== viewerId)
      void queryClient.resetQueries({ predicate: isPrivateQuery })
    former.current = viewerId
    if (viewerId) lastMember.id = viewerId
  }, [viewerId, queryClient])
}

function isSame(one: Viewer | null, other: Viewer | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
