import { Icon } from '../../ui/icon.tsx'
import { OPERATORS_MAX } from '../posts/search/operators.ts'

/** Help for searches, in a native popover, which works without JavaScript. */
export function SearchTips() {
  return (
    <>
      <button type="button" popoverTarget="search-tips" className="chip">
        <Icon icon="icon-info" className="size-4" />
        Search tips
      </button>
      <section
        id="search-tips"
        popover="auto"
        aria-label="Search tips"
        data-side="corner"
        className="sheet p-5 text-sm"
      >
        <dl className="grid gap-3">
          {TIPS.map(({ typed, finds }) => (
            <div key={typed}>
              <dt>
                <code>{typed}</code>
              </dt>
              <dd className="text-muted">{finds}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted">A search can have up to {OPERATORS_MAX} filters. Dates are in UTC.</p>
      </section>
    </>
  )
}

const TIPS = [
  { typed: 'author:mara', finds: 'By the member with this username or display name' },
  { typed: 'author:"Mara Okonkwo"', finds: 'Names with spaces need quotation marks' },
  { typed: 'in:ethics', finds: 'Posts in this concept, and their comments' },
  { typed: 'after:2026-03', finds: 'Written in March 2026 or later. You can enter a day, month or year' },
  { typed: 'before:2026-03-31', finds: 'Written before that day' },
  { typed: '"long term memory"', finds: 'These words next to each other' },
  { typed: 'memory -implants', finds: 'Without the word “implants”' },
  { typed: 'memory or recall', finds: 'Either word' },
]
