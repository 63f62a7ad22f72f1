import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { displayName } from '../authors/display-name.ts'
import type { BlockedDomain } from './contract.ts'
import { DomainForm } from './domain-form.tsx'

/** What is blocked, the latest first; to be added to, and to be unblocked. */
export function BlockedDomains() {
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
        {items?.length === 0 && <p className="py-6 text-muted">No domain is blocked.</p>}
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
  return api.blockedDomains.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  })
}

function Item({ item: { domain, reason, added_by, created_at } }: { item: BlockedDomain }) {
  const queryClient = useQueryClient()
  const unblock = async () => {
    try {
      await client.blockedDomains.remove({ domain })
      toast({ kind: 'success', title: `${domain} is not blocked any more` })
      // The button goes with it.
      document.getElementById('domains')?.focus()
    } catch (error) {
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'The domain could not be unblocked', description })
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
