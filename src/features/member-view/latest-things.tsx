import { isolated } from '../../platform/isolated.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { LATEST_EXCERPT } from './policy.ts'
import { Section, type SectionProps } from './section.tsx'

/** What they wrote last, and which of it was removed. */
export function LatestThings({ view: { latest } }: SectionProps) {
  return (
    <Section title="Latest">
      {latest.length === 0 ? (
        <p className="text-muted">Nothing written yet.</p>
      ) : (
        <ThingList things={latest} />
      )}
    </Section>
  )
}

export function ThingList({ things }: { things: SectionProps['view']['latest'] }) {
  return (
    <ul className="grid gap-3">
      {things.map(({ kind, id, title, excerpt, is_removed, path, created_at }) => (
        <li key={id} className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <a
              href={path}
              className="inline-flex min-h-8 items-center text-act underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {title ? `Post: ${isolated(title)}` : `A ${kind}`}
            </a>
            <ShortTime iso={created_at} />
            {is_removed && <b className="font-semibold text-text">Removed</b>}
          </p>
          <p dir="auto" className="line-clamp-2 wrap-anywhere">
            {shortened(excerpt)}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** No half word at the end of what goes on. */
function shortened(excerpt: string): string {
  return excerpt.length < LATEST_EXCERPT ? excerpt : excerpt.replace(/\s*\S*$/, '…')
}
