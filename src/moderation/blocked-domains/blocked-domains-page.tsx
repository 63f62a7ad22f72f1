import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { cursorPages } from '../../core/query-options.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { REASON_LIMIT } from '../policy.ts'
import type { BlockedDomain } from './contract.ts'
import { NO_DOMAIN, TYPED_MAX } from './policy.ts'

export function DomainsPage() {
  return <ManagePage to="/manage/domains">{() => <BlockedDomains />}</ManagePage>
}

function BlockedDomains() {
  const list = useInfiniteQuery(domainPages())
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <>
      <DomainForm />
      <section aria-labelledby="domains" className="mt-10">
        <h2 id="domains" tabIndex={-1} className="border-b border-line pb-3 text-xl">
          Blocked
        </h2>
        {list.isPending && <RowListSkeleton count={4} label="Loading domains" />}
        {items?.length === 0 && <p className="py-6 text-muted">No domains are blocked.</p>}
        <ul aria-label="Blocked domains">
          {items?.map((item) => (
            <Item key={item.domain} item={item} />
          ))}
        </ul>
        <ListEnd list={list} failure="The domains could not be loaded" />
      </section>
    </>
  )
}

function domainPages() {
  return api.blockedDomains.list.infiniteOptions({ ...cursorPages({}), staleTime: 0 })
}

function Item({ item: { domain, reason, added_by, created_at } }: { item: BlockedDomain }) {
  const queryClient = useQueryClient()
  const unblock = async () => {
    try {
      await client.blockedDomains.remove({ domain })
      toast({ kind: 'success', title: `${domain} unblocked` })
      // Moves the focus to the list, because the clicked button has disappeared.
      document.getElementById('domains')?.focus()
    } catch (error) {
      showFailureToast('The domain could not be unblocked', error)
    }
    await queryClient.invalidateQueries({ queryKey: api.blockedDomains.key() })
  }
  return (
    <li data-list-item className="flex items-start gap-3 border-b border-line py-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{domain}</p>
        {reason && <p className="mt-0.5 text-sm whitespace-pre-line text-muted">{reason}</p>}
        <p className="mt-0.5 text-sm text-faint">
          By <bdi>{added_by ? displayName(added_by) : 'somebody who has left'}</bdi>,{' '}
          <Time iso={created_at} />
        </p>
      </div>
      <Button
        kind="quiet"
        className="flex-none text-sm max-md:px-3"
        aria-label={`Unblock ${domain}`}
        onClick={unblock}
      >
        Unblock
      </Button>
    </li>
  )
}

/** The form to block a domain. Accepts a domain or any URL on it. */
function DomainForm() {
  const queryClient = useQueryClient()
  const [domain, setDomain] = useState('')
  const [reason, setReason] = useState('')
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError('The domain could not be blocked')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!domain.trim()) return refuse('domain', NO_DOMAIN)
    await send(async () => {
      const added = await client.blockedDomains.add({ domain, reason })
      toast({ kind: 'success', title: `${added.domain} blocked` })
      setDomain('')
      setReason('')
      await queryClient.invalidateQueries({ queryKey: api.blockedDomains.key() })
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Block a domain"
      noValidate
      className="mt-6 grid max-w-xl gap-5"
    >
      <Field
        label="URL or domain"
        unmarked
        required
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TYPED_MAX}
        value={domain}
        onChange={({ currentTarget }) => {
          setDomain(currentTarget.value)
          clear()
        }}
        hint="Its subdomains are blocked too."
        error={errorOf('domain')}
      />
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={REASON_LIMIT}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        hint="Shown in the public log, which doesn’t name the domain."
        error={errorOf('reason')}
      />
      <div>
        <Button type="submit" kind="danger" pending={isSending}>
          Block
        </Button>
      </div>
    </form>
  )
}
