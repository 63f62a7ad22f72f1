import { useQuery } from '@tanstack/react-query'
import { machineTime } from '../../ui/format/relative-time.ts'
import { asideQuery } from './queries.ts'

export function NextEvent() {
  const event = useQuery(asideQuery()).data?.event
  if (!event) return null
  return (
    <section aria-labelledby="next-event">
      <h2 id="next-event" className="aside-title">
        Next event
      </h2>
      <p className="leading-snug">
        <a dir="auto" href="/events" className="font-medium wrap-anywhere hover:text-act">
          {event.title}
        </a>
        <time dateTime={machineTime(event.starts_at)} className="mt-0.5 block text-sm text-faint">
          {event.when}
        </time>
      </p>
    </section>
  )
}
