import { useEffect, useState } from 'react'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { ModerationCase } from './case-schemas.ts'
import { CLAIM_MINUTES } from './policy.ts'

/** Before a claim lapses under somebody who still reads. */
const RENEW_MS = (CLAIM_MINUTES - 3) * 60_000

/** The one case that is open. While it is, the others see who looks at it; who may not decide it claims nothing. */
export function useOpenCase(viewer: Viewer) {
  const [opened, setOpened] = useState<ModerationCase>()
  const openId = opened?.id
  const isMine = opened !== undefined && !opened.closed && !opened.obstacle && isFree(opened, viewer)
  useEffect(() => {
    if (!openId || !isMine) return
    const claim = () => void client.moderationCases.claim({ id: openId }).catch(() => undefined)
    claim()
    const timer = setInterval(claim, RENEW_MS)
    return () => {
      clearInterval(timer)
      // Of what was decided meanwhile this changes nothing.
      void client.moderationCases.release({ id: openId }).catch(() => undefined)
    }
  }, [openId, isMine])
  return {
    openId,
    open: (item: ModerationCase) => {
      setOpened(item)
      focusCase(item.id)
    },
    close: () => setOpened(undefined),
  }
}

function isFree({ claim }: ModerationCase, viewer: Viewer): boolean {
  return !claim || claim.by.id === viewer.id
}

function focusCase(id: string): void {
  const item = document.getElementById(`case-${id}`)
  if (!item?.contains(document.activeElement)) item?.focus()
  item?.scrollIntoView({ block: 'nearest' })
}
