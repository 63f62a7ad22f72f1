import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { ManagePage } from '../manage/access.tsx'
import { ItemList } from '../manage/item-list.tsx'
import type { Rule } from './contract.ts'
import { rulesQuery } from './queries.ts'
import { RuleForm } from './rule-form.tsx'

export function RulesPage() {
  return <ManagePage to="/manage/rules">{(viewer) => <Rules viewer={viewer} />}</ManagePage>
}

function Rules({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery({ ...rulesQuery(), staleTime: 0 })
  return (
    <ItemList<Rule>
      kind="rule"
      collection="rules"
      title="Rules"
      list={{ data: data?.items, isPending, isError, retry: () => void refetch() }}
      none="There are no rules yet."
      nameOf={({ title }) => title}
      form={(item, close) => <RuleForm viewer={viewer} item={item} onClose={close} />}
      remove={(id) => client.rules.remove({ id })}
      consequence={() => 'It goes from the page of rules. Entries of the log keep its title as it was.'}
    >
      {({ number, title, text }) => (
        <>
          <h3 className="text-lg leading-snug">
            {number}. {title}
          </h3>
          {text && (
            <p dir="auto" className="mt-0.5 line-clamp-2 text-sm text-muted">
              {text}
            </p>
          )}
        </>
      )}
    </ItemList>
  )
}
