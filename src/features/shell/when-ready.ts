import { onPageEvent, type PageEvent } from '../../platform/page-protocol.ts'

/** In a turn of its own: React hydrates what an event hits, but not while its own effects run. */
export function whenReady(act: () => void, event: PageEvent = 'application-ready'): void {
  onPageEvent(event, () => setTimeout(act), { once: true })
}
