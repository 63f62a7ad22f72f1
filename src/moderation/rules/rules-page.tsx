import { useSuspenseQuery } from '@tanstack/react-query'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShortText } from '../../ui/prose.tsx'
import type { Rule } from './contract.ts'
import { rulesQuery } from './queries.ts'

export function RulesPage() {
  return (
    <>
      <h1 className="text-2xl">Rules</h1>
      <p className="mt-1 max-w-2xl text-muted">
        Moderators enforce these rules. Every action is listed with its rule in the{' '}
        <a href="/moderation" className="text-act underline underline-offset-4">
          moderation log
        </a>
        .
      </p>
      <ListBoundary query={rulesQuery()} failure="The rules could not be loaded">
        <Rules />
      </ListBoundary>
    </>
  )
}

function Rules() {
  const { items } = useSuspenseQuery(rulesQuery()).data
  if (items.length === 0)
    return (
      <EmptyState icon="icon-scale" title="No rules yet">
        This community hasn’t published any rules. Please be kind.
      </EmptyState>
    )
  return (
    <ol className="mt-6">
      {items.map((rule) => (
        <RuleItem key={rule.id} rule={rule} />
      ))}
    </ol>
  )
}

/** A rule. Links in the moderation log lead to its element id, such as `rule-3`. */
function RuleItem({ rule: { number, title, text, text_html } }: { rule: Rule }) {
  return (
    <li
      id={`rule-${number}`}
      value={number}
      data-list-item
      className="grid scroll-mt-20 grid-cols-[2rem_1fr] border-b border-line py-6 last:border-0"
    >
      <span aria-hidden="true" className="font-serif text-xl leading-snug text-act tabular-nums">
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug wrap-anywhere">{title}</h2>
        {text && <ShortText html={text_html} text={text} className="mt-2 max-w-2xl wrap-anywhere" />}
      </div>
    </li>
  )
}
