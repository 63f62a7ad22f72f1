import { isolateText } from '../../platform/bidi-isolation.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import type { MemberView } from './contract.ts'
import { LATEST_EXCERPT, markTruncated } from './policy.ts'

export function LatestTexts({ things }: { things: MemberView['latest'] }) {
  return (
    <ul className="grid gap-3">
      {things.map(({ kind, id, title, excerpt, is_removed, path, created_at }) => (
        <li key={id} className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <a
              href={path}
              className="inline-flex min-h-8 items-center text-act underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {title ? `Post: ${isolateText(title)}` : `A ${kind}`}
            </a>
            <ShortTime iso={created_at} />
            {is_removed && <b className="font-semibold text-text">Removed</b>}
          </p>
          <p dir="auto" className="line-clamp-2 wrap-anywhere">
            {markTruncated(excerpt, LATEST_EXCERPT)}
          </p>
        </li>
      ))}
    </ul>
  )
}
