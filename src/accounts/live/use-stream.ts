import { useEffect } from 'react'
import { useSession } from '../session/session.tsx'
import { openLiveStream } from './stream.ts'

export function useMemberStream(): void {
  useStream(useSession().viewer?.id)
}

/** Opens a stream for guests while public content is on screen. */
export function useGuestStream(): void {
  const { loading, viewer } = useSession()
  useStream(loading || viewer ? undefined : null)
}

function useStream(as: string | null | undefined) {
  useEffect(() => {
    if (as === undefined) return
    const ending = new AbortController()
    openLiveStream(as, ending.signal)
    return () => ending.abort()
  }, [as])
}
