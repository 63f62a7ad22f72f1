import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Field, Labelled } from '../../ui/form/field.tsx'
import { ACTION_NAMES } from './policy.ts'
import { type LogSearch, logSearch } from './search-params.ts'
import { actionLabel } from './words.ts'

/** What of the log is shown. A form of the page itself: it works without script. */
export function LogFilters({ search }: { search: LogSearch }) {
  const navigate = useNavigate()
  const { action = '', month = '', moderator = '' } = search
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    void navigate({ to: '/moderation', search: logSearch(typed) })
  }
  return (
    <form
      // The fields say what the address says, also after going back.
      key={`${action} ${month} ${moderator}`}
      action="/moderation"
      method="get"
      onSubmit={submit}
      aria-label="Filters"
      className="mt-5 grid items-start gap-4 border-b border-line pb-3 md:grid-cols-2"
    >
      <Labelled label="Action">
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
      </Labelled>
      <Field
        label="Month"
        name="month"
        type="month"
        defaultValue={month}
        min="2000-01"
        max="2099-12"
        hint="Such as 2026-11."
      />
      <Field
        label="Moderator"
        name="moderator"
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
