import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { appealedActionText } from './appealed-action.tsx'

/** Lists the member's appeals. Renders nothing if there are none. */
export function MyAppeals() {
  const list = useInfiniteQuery(api.appeals.mine.infiniteOptions(cursorPages({})))
  const appeals = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (appeals.length === 0 && !list.isError) return null
  return (
    <section aria-labelledby="appeals" className="mt-8">
      <h2 id="appeals" className="text-xl">
        Your Appeals
      </h2>
      <ul aria-labelledby="appeals">
        {appeals.map(({ id, action_id, action, created_at, outcome }) => (
          <li key={id} className="border-b border-line py-3 last:border-0">
            <p className="flex flex-wrap gap-x-3">
              <a
                href={`/appeal/${action_id}`}
                className="font-semibold underline underline-offset-4 hover:text-act"
              >
                {appealedActionText(action)}
              </a>
              <span className="text-muted">
                <ShortTime iso={created_at} />
              </span>
            </p>
            <p className="mt-1">{outcome ? OUTCOMES[outcome] : 'Awaiting a decision.'}</p>
          </li>
        ))}
      </ul>
      <ListEnd list={list} failure="Your appeals could not be loaded" />
    </section>
  )
}

const OUTCOMES = {
  granted: 'Granted. The action was reversed.',
  rejected: 'Rejected.',
  moot: 'Closed. The action was already reversed.',
} as const
