import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readSnapshot } from '../../accounts/session/snapshot.ts'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { sendErrorText } from '../../shared/drafts/send-error.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import type { Conversation, Message } from './contract.ts'
import { getOutbox, type OutboxOptions, threadHref } from './outbox.ts'
import { appendOlderMessages, markThreadRead, refreshConversations, threadQuery } from './queries.ts'

export function useThread(viewer: Viewer, conversation: Conversation) {
  const { username, id: otherId } = conversation.with
  const queryClient = useQueryClient()
  const options = useMemo(() => threadQuery(queryClient, username), [queryClient, username])
  const thread = useQuery({ ...options, enabled: conversation.last_message !== null })
  const outbox = useOutbox(viewer.id, otherId, username)
  const sent = useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read)
  const items = thread.data?.items ?? NONE
  useEffect(() => outbox.reconcile(items), [outbox, items])
  useReading(viewer.id, username, items)
  const { isLoadingOlder, loadOlder } = useOlder(username)
  const known = new Set(items.map(({ id }) => id))
  return {
    thread,
    items,
    waiting: sent.filter(({ id }) => !known.has(id)),
    outbox,
    isLoadingOlder,
    loadOlder,
  }
}

const NONE: never[] = []

function useOutbox(viewerId: string, otherId: string, username: string) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const send: OutboxOptions['send'] = async ({ id, content }) => {
      // Another member may have signed in on this device while the message was waiting in the outbox.
      const sender = readSnapshot()?.user.id ?? viewerId
      if (sender !== viewerId) throw new Error('Another member signed in on this device.')
      const message = await client.conversations.send({ username, id, content })
      void refreshConversations(queryClient)
      return message
    }
    return getOutbox(viewerId, otherId, {
      send,
      onFailure: explainFailure,
      address: threadHref(username),
    })
  }, [queryClient, viewerId, otherId, username])
}

function explainFailure(error: unknown): void {
  toastError(
    'Failed to send message',
    sendErrorText(error) ?? 'Your message is saved here. Please try again.',
  )
}

function useReading(viewerId: string, username: string, items: readonly Message[]) {
  const queryClient = useQueryClient()
  const isVisible = useVisible()
  const newest = items.find((item) => item.recipient_id === viewerId && !item.is_read)?.id
  useEffect(() => {
    if (!newest || !isVisible) return
    const { queryKey } = threadQuery(queryClient, username)
    client.conversations
      .markRead({ username })
      .then(() => {
        queryClient.setQueryData(queryKey, (thread) => markThreadRead(thread, viewerId))
        return refreshConversations(queryClient)
      })
      .catch(() => undefined)
  }, [queryClient, viewerId, username, newest, isVisible])
}

function useOlder(username: string) {
  const queryClient = useQueryClient()
  const [isLoadingOlder, setLoading] = useState(false)
  const loadOlder = async () => {
    const { queryKey } = threadQuery(queryClient, username)
    const cursor = queryClient.getQueryData(queryKey)?.next
    if (!cursor || isLoadingOlder) return
    setLoading(true)
    try {
      const older = await client.conversations.messages({ username, cursor })
      queryClient.setQueryData(queryKey, (thread) => appendOlderMessages(thread, cursor, older))
    } catch {
      toastError('Failed to load messages', 'Please try again later')
    } finally {
      setLoading(false)
    }
  }
  return { isLoadingOlder, loadOlder }
}

function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => false)
}

function isVisible() {
  return document.visibilityState === 'visible'
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
