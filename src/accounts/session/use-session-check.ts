import { useCallback, useEffect, useRef } from 'react'
import { client, lastMember } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { onPageEvent } from '../../platform/http/page-protocol.ts'
import { readSnapshot, SNAPSHOT_KEY, writeSnapshot } from './snapshot.ts'

/** Checks the session on load, when the tab becomes visible, and every ten minutes. Returns a function to check now. */
export function useSessionCheck(
  show: (viewer: Viewer | null, loading?: boolean) => void,
  onSessionEnded: (memberId: string) => void,
) {
  const member = useRef<string>(undefined)
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
      const former = member.current
      member.current = user?.id
      // A sign-out has cleared lastMember, so it doesn't count as an ended session.
      if (!user && former && former === lastMember.id) onSessionEnded(former)
      return user
    } catch {
      const remembered = readSnapshot()?.user ?? null
      if (turn === latest.current) show(remembered)
      return remembered
    }
  }, [show, onSessionEnded])
  useEffect(() => {
    const remembered = readSnapshot()
    if (remembered) {
      member.current = remembered.user.id
      lastMember.id = remembered.user.id
      show(remembered.user, true)
    }
    void check()
    const recheck = () => {
      if (!document.hidden && Date.now() - asked.current > RECHECK_AFTER) void check()
    }
    const follow = () => {
      latest.current++
      const stored = readSnapshot()?.user
      member.current = stored?.id
      show(stored ?? null)
    }
    return listen({ check, recheck, follow })
  }, [check, show])
  return check
}

function listen({ check, recheck, follow }: Record<'check' | 'recheck' | 'follow', () => void>) {
  const listeners = new AbortController()
  const { signal } = listeners
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === SNAPSHOT_KEY) follow()
  }
  document.addEventListener('visibilitychange', recheck, { signal })
  addEventListener('storage', onStorage, { signal })
  const timer = setInterval(recheck, RECHECK_EVERY)
  const stopListening = onPageEvent('session-ended', check)
  return () => {
    listeners.abort()
    clearInterval(timer)
    stopListening()
  }
}

const RECHECK_AFTER = 60_000
const RECHECK_EVERY = 600_000
