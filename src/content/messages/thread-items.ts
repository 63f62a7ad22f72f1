import { calendarDate } from '../../ui/format/relative-time.ts'
import type { Message } from './contract.ts'
import type { QueuedMessage } from './outbox.ts'

export interface ThreadItem {
  id: string
  content: string
  content_html?: string
  created_at: string
  isMine: boolean
  state: 'sending' | 'failed' | 'sent' | 'read' | undefined
}

export interface GroupedItem extends ThreadItem {
  isFirst: boolean
  isLast: boolean
}

/** Maximum time in milliseconds between two messages of one sender that are displayed as a group. */
const ONE_GO_MS = 5 * 60_000

/** Groups items in the given order. Loading older ones doesn't move the times at the ends of groups. */
export function groupedItems(items: readonly ThreadItem[]): GroupedItem[] {
  return items.map((item, i) => ({
    ...item,
    isFirst: !isOneGo(items[i - 1], item),
    isLast: !isOneGo(item, items[i + 1]),
  }))
}

function isOneGo(item: ThreadItem | undefined, next: ThreadItem | undefined): boolean {
  if (!item || !next || item.isMine !== next.isMine) return false
  return Math.abs(Date.parse(next.created_at) - Date.parse(item.created_at)) <= ONE_GO_MS
}

/** Combines stored and unsent messages, newest last. Messages before a read one count as read. */
export function threadItems(viewerId: string, items: readonly Message[], waiting: readonly QueuedMessage[]) {
  let isRead = false
  const known = items.map(({ id, content, content_html, created_at, sender_id, is_read }): ThreadItem => {
    const isMine = sender_id === viewerId
    isRead ||= isMine && is_read
    const state = !isMine ? undefined : isRead ? 'read' : 'sent'
    return { id, content, content_html, created_at, isMine, state }
  })
  return [...known.reverse(), ...waiting.map((message) => ({ ...message, isMine: true }))]
}

/** Returns the calendar day in the reader's time zone, such as "2026-11-21". */
export function toCalendarDay(iso: string | number): string {
  const date = new Date(iso)
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
}

export function dayName(day: string, now = Date.now()): string {
  if (day === toCalendarDay(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === toCalendarDay(yesterday.getTime()) ? 'Yesterday' : calendarDate(day)
}

export function byDay<Item extends { created_at: string }>(
  items: readonly Item[],
): { day: string; items: Item[] }[] {
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = toCalendarDay(item.created_at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
