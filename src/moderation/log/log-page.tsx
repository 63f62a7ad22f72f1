import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Field, LabelledControl } from '../../ui/form/field.tsx'
import { actionLabel, digestText } from './copy.ts'
import { logQuery } from './load-log.ts'
import { LogItem } from './log-entry.tsx'
import { ACTION_NAMES } from './policy.ts'
import { isOneEntry, type LogSearch, logHref, logSearch } from './search-params.ts'

export function LogPage({ search }: { search: LogSearch }) {
  const isPart = isOneEntry(search) || search.part_of !== undefined
  return (
    <>
      <h1 className="text-2xl">Moderation log</h1>
      <p className="mt-1 max-w-2xl text-muted">
        All moderator actions and their reasons, without the moderated texts. See also the{' '}
        <a href="/rules" className={LINK}>
          rules
        </a>{' '}
        that moderators enforce, the{' '}
        <a href="/moderation/transparency" className={LINK}>
          transparency report
        </a>
        , and the log as a{' '}
        <a href="/feeds/moderation.atom" className={LINK}>
          feed
        </a>
        .
      </p>
      {isPart ? (
        <p className="mt-5 border-b border-line pb-3">
          <a href="/moderation" className={LINK}>
            All actions
          </a>
        </p>
      ) : (
        <LogFilters search={search} />
      )}
      <ListBoundary query={logQuery(search)} failure="The log could not be loaded">
        <Entries search={search} />
      </ListBoundary>
    </>
  )
}

function Entries({ search }: { search: LogSearch }) {
  const { items, next, newest } = useSuspenseQuery(logQuery(search)).data
  if (items.length === 0) return <Nothing search={search} />
  return (
    <>
      <ul aria-label="Actions">
        {items.map((entry) => (
          <LogItem key={entry.id} entry={entry} />
        ))}
      </ul>
      {(search.cursor || next) && (
        <nav aria-label="Pages" className="mt-5 flex gap-6">
          {search.cursor && (
            <a href={logHref(search, { cursor: '' })} className={PAGE}>
              Latest actions
            </a>
          )}
          {next && (
            <a href={logHref(search, { cursor: next })} rel="next" className={PAGE}>
              Older actions
            </a>
          )}
        </nav>
      )}
      {newest && <NewestDigest newest={newest} />}
    </>
  )
}

/** Shows the digest of the newest entry, so that readers can detect later changes of the log. */
function NewestDigest({ newest }: { newest: { number: number; digest: string } }) {
  return (
    <p className="mt-8 max-w-2xl border-t border-line pt-4 text-sm text-muted">
      Each entry includes the digest of the one before it, so nobody can change or remove entries unnoticed.
      Save this digest and compare it later.
      <code className="mt-1 block wrap-anywhere">{digestText(newest)}</code>
    </p>
  )
}

function Nothing({ search }: { search: LogSearch }) {
  const [title, words] = isOneEntry(search)
    ? ['Action not found', 'Entries are never deleted. The link may be incomplete.']
    : Object.keys(search).length > 0
      ? ['No matching actions', 'Try another action, month or moderator.']
      : ['No actions yet', 'Moderator actions will appear here.']
  return (
    <EmptyState icon="icon-scale" title={title}>
      {words}
    </EmptyState>
  )
}

const LINK = 'text-act underline underline-offset-4'
const PAGE = 'inline-flex min-h-11 items-center font-medium text-act underline-offset-4 hover:underline'

/** Form to filter the log. It works without JavaScript. */
function LogFilters({ search }: { search: LogSearch }) {
  const navigate = useNavigate()
  const { action = '', month = '', moderator = '' } = search
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    void navigate({ to: '/moderation', search: logSearch(typed) })
  }
  return (
    <form
      // A new key resets the fields to the values in the URL after a navigation.
      key={`${action} ${month} ${moderator}`}
      action="/moderation"
      method="get"
      onSubmit={submit}
      aria-label="Filters"
      className="mt-5 grid items-start gap-4 border-b border-line pb-3 md:grid-cols-2"
    >
      <LabelledControl label="Action">
        {(control) => (
          <select {...control} name="action" defaultValue={action} className={`${CONTROL} min-h-11`}>
            <option value="">All actions</option>
            {ACTION_NAMES.map((name) => (
              <option key={name} value={name}>
                {actionLabel(name)}
              </option>
            ))}
          </select>
        )}
      </LabelledControl>
      <Field
        label="Month"
        name="month"
        type="month"
        defaultValue={month}
        min="2000-01"
        max="2099-12"
        hint="For example 2026-11."
      />
      <Field
        label="Moderator"
        name="moderator"
        type="text"
        defaultValue={moderator}
        maxLength={31}
        autoComplete="off"
        autoCapitalize="none"
        placeholder="username"
      />
      <div className="flex gap-3 self-end">
        <Button type="submit">Filter</Button>
        {(action || month || moderator) && (
          <ButtonAnchor href="/moderation" kind="quiet">
            Show all
          </ButtonAnchor>
        )}
      </div>
    </form>
  )
}
