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
import { lastMember } from '../../core/client.ts'
import { isPrivateQuery } from '../../core/query-options.ts'
import type { Viewer } from '../../core/viewer.ts'
import { tabStorage } from '../../platform/storage.ts'
import { sendDeletions } from '../../shared/deletions/deletions.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { requestSignOut } from '../sign-in/auth-client.ts'
import { writeSnapshot } from './snapshot.ts'
import { useSessionCheck } from './use-session-check.ts'

interface State {
  /** True until the first session check. Until then `viewer` comes from local storage, and only members' pages wait. */
  loading: boolean
  viewer: Viewer | null
}

export interface Session extends State {
  /** Signs out, shows a toast and goes to /auth. Returns false on failure. */
  signOut: () => Promise<boolean>
  /** Checks the session again, for example after signing in or changing the profile. */
  refresh: () => Promise<Viewer | null>
  /** True while signing out, so that members' pages don't redirect to the sign-in page. */
  leaving: boolean
}

const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session. Components first render as for a guest, to match the server's HTML when they hydrate. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return useHydrated() ? session : { ...session, loading: true, viewer: null }
}

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

/** Returns the member, for members' pages. Redirects guests to /auth, and back after signing in. */
export function useRequiredMember(): Viewer | null {
  const { loading, viewer, leaving } = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const isStranger = !loading && !viewer && !leaving
  useEffect(() => {
    // The URL is read once, because it changes before this page unmounts.
    const redirect = router.state.location.href
    if (isStranger) void navigate({ to: '/auth', search: { redirect }, replace: true })
  }, [isStranger, navigate, router])
  return viewer
}

interface ProviderProps {
  /** Deletes the member's other data from this device. */
  onSignedOut: () => void
  /** Called when the session has ended without a sign-out. */
  onSessionEnded: (memberId: string) => void
  children: ReactNode
}

/** Provides the session and updates it over time and across tabs. */
export function SessionProvider({ onSignedOut, onSessionEnded, children }: ProviderProps) {
  const [{ loading, viewer }, show] = useViewer()
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const refresh = useSessionCheck(show, onSessionEnded)
  const signOut = useCallback(async () => {
    setLeaving(true)
    try {
      await sendDeletions()
      await requestSignOut()
      onSignedOut()
      delete lastMember.id
      tabStorage.remove('deferred-act')
      writeSnapshot(undefined)
      show(null)
      toast({ kind: 'success', title: 'Signed out successfully', description: 'You have been logged out' })
      await navigate({ to: '/auth' })
      return true
    } catch {
      toastError('Error signing out', 'Please try again')
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

/** Resets private queries when the viewer changes, in an effect: components about to unmount must not refetch. */
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
