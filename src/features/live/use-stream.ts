import { useEffect } from 'react'
import { useSession } from '../accounts/session/session.tsx'

/** Keeps the stream open for a member, on every page. Its code comes when there is one. */
export function useMemberStream(): void {
  useStream(useSession().viewer?.id)
}

/** For what shows public things, once on a page: guests hear of them, too, while it is shown. */
export function useGuestStream(): void {
  const { loading, viewer } = useSession()
  useStream(loading || viewer ? undefined : null)
}

function useStream(as: string | null | undefined) {
  useEffect(() => {
    if (as === undefined) return
    const ending = new AbortController()
    void import('./stream.ts').then(
      ({ follow }) => follow(as, ending.signal),
      () => {}, // Offline, or a newer version of the forum: then nothing is heard until the page is loaded anew.
    )
    return () => ending.abort()
  }, [as])
}
