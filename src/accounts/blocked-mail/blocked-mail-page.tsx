import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { ManagePage } from '../manage-forms/access.tsx'
import { EMAIL_MAX } from '../policy.ts'
import type { BlockedMail } from './contract.ts'
import { COUNTED_MEMBERS, NO_ADDRESS } from './policy.ts'

export function BlockedMailPage() {
  return <ManagePage to="/manage/blocked-mail">{() => <BlockedAddresses />}</ManagePage>
}

function BlockedAddresses() {
  const { data, isPending, isError, refetch } = useQuery(api.blockedMail.list.queryOptions({ staleTime: 0 }))
  return (
    <>
      <BlockForm />
      <section aria-labelledby="blocked-mail" className="mt-10">
        <h2 id="blocked-mail" tabIndex={-1} className="border-b border-line pb-3 text-xl">
          Blocked
        </h2>
        {isPending && <RowListSkeleton count={4} label="Loading blocked addresses" />}
        {isError && (
          <ErrorState title="The blocked addresses could not be loaded" onRetry={() => void refetch()} />
        )}
        {data?.items.length === 0 && <p className="py-6 text-muted">No addresses are blocked.</p>}
        <ul aria-label="Blocked addresses and domains">
          {data?.items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      </section>
    </>
  )
}

function Item({ item: { id, pattern, member_count, created_at } }: { item: BlockedMail }) {
  const queryClient = useQueryClient()
  const unblock = async () => {
    try {
      await client.blockedMail.remove({ id })
      toast({ kind: 'success', title: `${pattern} unblocked` })
      // Moves the focus to the list, because the clicked button has disappeared.
      document.getElementById('blocked-mail')?.focus()
    } catch (error) {
      showFailureToast('The address could not be unblocked', error)
    }
    await queryClient.invalidateQueries({ queryKey: api.blockedMail.key() })
  }
  return (
    <li data-list-item className="flex items-start gap-3 border-b border-line py-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 className="font-sans text-base font-semibold">{pattern}</h3>
        <p className="mt-0.5 text-sm text-faint">
          {membersInWords(member_count)} · Blocked <Time iso={created_at} />
        </p>
      </div>
      <Button
        kind="quiet"
        className="flex-none text-sm max-md:px-3"
        aria-label={`Unblock ${pattern}`}
        onClick={unblock}
      >
        Unblock
      </Button>
    </li>
  )
}

function membersInWords(count: number): string {
  if (count === 0) return 'No members have it'
  const number = `${formatNumber(count)}${count >= COUNTED_MEMBERS ? ' or more' : ''}`
  return `${number} ${count === 1 ? 'member has' : 'members have'} it`
}

function BlockForm() {
  const queryClient = useQueryClient()
  const [pattern, setPattern] = useState('')
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError('The address could not be blocked')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!pattern.trim()) return refuse('pattern', NO_ADDRESS)
    await send(async () => {
      const blocked = await client.blockedMail.create({ pattern })
      toast({ kind: 'success', title: `${blocked.pattern} blocked` })
      setPattern('')
      await queryClient.invalidateQueries({ queryKey: api.blockedMail.key() })
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Block an address"
      noValidate
      className="mt-6 grid max-w-xl gap-5"
    >
      <Field
        label="Email address or domain"
        unmarked
        required
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        value={pattern}
        onChange={({ currentTarget }) => {
          setPattern(currentTarget.value)
          clear()
        }}
        hint="A domain includes its subdomains. An address includes those with a “+” part."
        error={errorOf('pattern')}
      />
      <div>
        <Button type="submit" kind="danger" pending={isSending}>
          Block
        </Button>
      </div>
    </form>
  )
}
