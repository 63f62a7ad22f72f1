import type { Message } from './contract.ts'
import type { QueuedMessage } from './outbox.ts'

/** A message as the thread shows it. */
export interface ThreadItem {
  id: string
  content: string
  /** Once the server has made it. */
  content_html?: string
  created_at: string
  isMine: boolean
  /** Of one's own. */
  state: 'sending' | 'failed' | 'sent' | 'read' | undefined
}

/**
 * What the thread shows, the latest last, with what is on its way behind it. Whoever reads reads all, so what was
 * written before something read is read too, also where the page it came with is older than that.
 */
export function threadItems(
  viewerId: string,
  items: readonly Message[],
  waiting: readonly QueuedMessage[],
): ThreadItem[] {
  let isRead = false
  const known = items.map(({ id, content, content_html, created_at, sender_id, is_read }): ThreadItem => {
    const isMine = sender_id === viewerId
    isRead ||= isMine && is_read
    const state = !isMine ? undefined : isRead ? 'read' : 'sent'
    return { id, content, content_html, created_at, isMine, state }
  })
  return [...known.reverse(), ...waiting.map((message) => ({ ...message, isMine: true }))]
}
