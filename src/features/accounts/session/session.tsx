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
import { client, lastMember, setSignInPrompt } from '../../../api/core/client.ts'
import { isPrivateQuery } from '../../../api/core/query-options.ts'
import type { Viewer } from '../../../api/core/viewer.ts'
import { onPageEvent } from '../../../platform/page-protocol.ts'
import { tabStorage } from '../../../platform/storage.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { readSnapshot, SNAPSHOT_KEY, writeSnapshot } from './snapshot.ts'

interface State {
  /**
   * True until the first session check has been answered. A snapshot is believed before that, so a page that has
   * something to show to a visitor looks at `viewer` alone, and only a page that needs a member waits for this.
   */
  loading: boolean
  viewer: Viewer | null
}

export interface Session extends State {
  /** Ends the session, says so and goes to /auth. */
  signOut: () => Promise<void>
  /** Asks the server again who is looking, as after signing in or changing one's profile. */
  refresh: () => Promise<Viewer | null>
  /** True while signing out, so that a page which needs a member does not ask for a new sign-in meanwhile. */
  leaving: boolean
}

setSignInPrompt(() => import('./sign-in-required.ts').then(({ promptSignIn }) => promptSignIn))

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
  signOut: async () => {},
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
  children: ReactNode
}

/** Holds the session for everything below it, and keeps it true: over time, over tabs, over a lost session. */
export function SessionProvider({ onSignedOut, children }: ProviderProps) {
  const [{ loading, viewer }, show] = useViewer()
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const refresh = useSessionCheck(show)
  const signOut = useCallback(async () => {
    setLeaving(true)
    try {
      // Their code is that of forms and of those who write, which nobody needs to read.
      const [{ endSession }, { sendDeletions }] = await Promise.all([
        import('../sign-in/auth-client.ts'),
        import('../../deletions/deletions.ts'),
      ])
      await sendDeletions()
      await endSession()
      onSignedOut()
      delete lastMember.id
      tabStorage.remove('deferred-act')
      writeSnapshot(undefined)
      show(null)
      toast({ kind: 'success', title: 'Signed out successfully', description: 'You have been logged out' })
      await navigate({ to: '/auth' })
    } catch {
      toast({ kind: 'error', title: 'Error signing out', description: 'Please try again' })
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

/** Asks the server at the start, when the tab is looked at again, every ten minutes, and when it is told to. */
function useSessionCheck(show: (viewer: Viewer | null, loading?: boolean) => void) {
  const latest = useRef(0)
  const asked = useRef(0)
  const check = useCallback(async () => {
    const turn = ++latest.current
    asked.current = Date.now()
    try {
      const { user, expires_at } = await client.me.read()
      if (turn !== latest.current) return user
      writeSnapshot(user && expires_at ? { user, expires_at } : undefined)
      show(user)
      return user
    } catch {
      // Offline, or the server is away: what the snapshot says is the best we know.
      const remembered = readSnapshot()?.user ?? null
      if (turn === latest.current) show(remembered)
      return remembered
    }
  }, [show])
  useEffect(() => {
    const remembered = readSnapshot()
    if (remembered) show(remembered.user, true)
    void check()
    const recheck = () => {
      if (!document.hidden && Date.now() - asked.current > RECHECK_AFTER) void check()
    }
    const listen = ({ key }: StorageEvent) => {
      if (key !== null && key !== SNAPSHOT_KEY) return
      latest.current++
      show(readSnapshot()?.user ?? null)
    }
    const timer = setInterval(recheck, RECHECK_EVERY)
    document.addEventListener('visibilitychange', recheck)
    addEventListener('storage', listen)
    const stopListening = onPageEvent('session-ended', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', recheck)
      removeEventListener('storage', listen)
      stopListening()
    }
  }, [check, show])
  return check
}

function isSame(one: Viewer | null, other: Viewer | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const RECHECK_AFTER = 60_000
const RECHECK_EVERY = 600_000
