import { calendarDate } from '../../ui/format/relative-time.ts'

/** The reader's calendar day of a moment, "2026-11-21". */
export function dayOf(iso: string | number): string {
  const date = new Date(iso)
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
}

/** "Today", "Yesterday" or "21 November 2026". */
export function dayName(day: string, now = Date.now()): string {
  if (day === dayOf(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === dayOf(yesterday.getTime()) ? 'Yesterday' : calendarDate(day)
}

/** What was said by day; both in the order given. */
export function byDay<Item extends { created_at: string }>(
  items: readonly Item[],
): { day: string; items: Item[] }[] {
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item.created_at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
