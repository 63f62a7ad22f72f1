import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import type { Sanction } from '../../core/viewer.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { LabelledControl } from '../../ui/form/field.tsx'
import { DateOnly, ShortTime } from '../../ui/format/time.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { GroundsFields, groundsInput, NO_GROUNDS } from '../rules/grounds-fields.tsx'
import type { MemberSanction } from './contract.ts'
import { SANCTION_KIND_NAMES, untilText } from './copy.ts'
import { NEW_DRAFT, SanctionFields, toSanctionInput } from './sanction-fields.tsx'

/** Lists a member's sanctions, active ones first, with a form to add one. */
export function MemberSanctions({ username }: { username: string }) {
  const { data, isError, refetch } = useQuery(memberSanctionsQuery(username))
  if (!data)
    return isError ? (
      <ErrorState title="The sanctions could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <RowListSkeleton count={2} label="Loading sanctions" />
    )
  const { items, may_sanction } = data
  return (
    <>
      {items.length === 0 && <p className="text-muted">No sanctions so far.</p>}
      <ul aria-label="Sanctions" className="empty:hidden">
        {items.map((item) => (
          <Item key={item.id} item={item} mayLift={may_sanction} />
        ))}
      </ul>
      {may_sanction && (
        <details className="mt-3">
          <summary className="cursor-pointer py-2.5 font-medium text-act">Set a sanction</summary>
          <AddSanction username={username} />
        </details>
      )}
    </>
  )
}

function Item({ item, mayLift }: { item: MemberSanction; mayLift: boolean }) {
  const { kind, state, message, rule, reason, note, by, starts_at, ended_at, per_day } = item
  return (
    <li className="border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-x-3">
        <b className="font-semibold">{SANCTION_KIND_NAMES[kind]}</b>
        {per_day && <span>{per_day} a day</span>}
        {kind !== 'warning' && <span>{untilText(item)}</span>}
        <span className={state === 'in_force' ? 'font-semibold text-act' : 'text-muted'}>
          {STATE_NAMES[state]} {ended_at && <DateOnly iso={ended_at} />}
        </span>
      </p>
      <p className="text-sm text-muted">
        By <bdi>{by ? displayName(by) : 'a former member'}</bdi>, <ShortTime iso={starts_at} />
        {rule && ` · Rule ${rule}`}
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{message}</p>
      {reason && (
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">Reason in the log: {reason}</p>
      )}
      {note && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">Note: {note}</p>}
      {state === 'in_force' && mayLift && <Lift item={item} />}
    </li>
  )
}

const STATE_NAMES = {
  in_force: 'Active',
  ended: 'Ended',
  lifted: 'Lifted',
  replaced: 'Replaced',
  acknowledged: 'Acknowledged',
} as const

function Lift({ item: { id, kind } }: { item: MemberSanction }) {
  return (
    <ConfirmedAction
      button={{
        kind: 'link',
        className: 'text-sm',
        label: (
          <>
            Lift<span className="sr-only"> the {SANCTION_KIND_NAMES[kind].toLowerCase()}</span>
          </>
        ),
      }}
      title="Lift this sanction?"
      description="The member will be notified, and it appears in the public log. You can set the sanction again."
      confirmLabel="Lift"
      act={() => client.sanctions.lift({ id })}
      done="Lifted"
      failure="The sanction could not be lifted"
      queryKeys={[api.sanctions.key(), api.memberView.key()]}
    />
  )
}

export function memberSanctionsQuery(username: string) {
  return api.sanctions.list.queryOptions({ input: { username }, staleTime: 0 })
}

/** Labels for each kind of sanction, the same as in the moderation queue. */
const ACTS: Record<Sanction['kind'], string> = {
  warning: 'Warn',
  approval: 'Require approval',
  rate_limit: 'Limit',
  suspension: 'Suspend',
}

function AddSanction({ username }: { username: string }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(NEW_DRAFT)
  const [grounds, setGrounds] = useState(NO_GROUNDS)
  const { form, errorOf, isSending, send } = useFieldError('The sanction could not be set')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await client.sanctions.create({ username, ...toSanctionInput(draft), ...groundsInput(grounds) })
      toast({
        kind: 'success',
        title: `${SANCTION_KIND_NAMES[draft.kind]} set`,
        description: 'The member will be notified.',
      })
      setDraft(NEW_DRAFT)
      setGrounds({ ...NO_GROUNDS, rule: grounds.rule })
      await Promise.all(
        [api.sanctions, api.memberView].map((part) =>
          queryClient.invalidateQueries({ queryKey: part.key() }),
        ),
      )
    })
  }
  return (
    <form ref={form} onSubmit={submit} aria-label="Set a sanction" className="mt-2 grid gap-4" noValidate>
      <LabelledControl label="Sanction">
        {(control) => (
          <select
            {...control}
            value={draft.kind}
            onChange={({ target }) => setDraft({ ...draft, kind: target.value as Sanction['kind'] })}
            className={`${CONTROL} min-h-11`}
          >
            {Object.entries(SANCTION_KIND_NAMES).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabelledControl>
      <SanctionFields draft={draft} onChange={setDraft} errorOf={errorOf} />
      <GroundsFields grounds={grounds} onChange={setGrounds} errorOf={errorOf} />
      <div>
        <Button type="submit" kind="danger" pending={isSending}>
          {ACTS[draft.kind]}
        </Button>
      </div>
    </form>
  )
}
