import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { Button } from '../../ui/button.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import type { WebhookDelivery } from './contract.ts'
import { eventText, outcomeText } from './copy.ts'
import { DELIVERY_DAYS } from './policy.ts'
import { useWebhookAction } from './use-webhook-action.ts'

/** Milliseconds between refetches while a delivery is waiting. */
const REFETCH_MS = 3000

export function Deliveries({ id, name }: { id: string; name: string }) {
  const list = useInfiniteQuery({
    ...api.webhookDeliveries.list.infiniteOptions({ ...cursorPages({ id }), staleTime: 0 }),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ outcome }) => outcome === null) ? REFETCH_MS : false,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <div className="mt-3 rounded-lg border border-line bg-raised px-4">
      {list.isPending && <RowListSkeleton count={3} label="Loading deliveries" />}
      {items?.length === 0 && (
        <p className="py-4 text-muted">No deliveries in the last {DELIVERY_DAYS} days.</p>
      )}
      <ul aria-label={`Deliveries of ${name}`}>
        {items?.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <ListEnd list={list} failure="The deliveries could not be loaded" />
    </div>
  )
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { id, event, created_at, outcome, attempts, next_attempt_at, response, error } = delivery
  const { act } = useWebhookAction()
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <p className="font-semibold">{eventText(event)}</p>
        <p className={outcome === 'delivered' ? 'text-muted' : 'text-bad'}>
          {outcomeText(delivery)}
          {attemptText(delivery)}
        </p>
        {(error || response) && (
          <p dir="auto" className="font-mono text-muted">
            {error ?? response}
          </p>
        )}
        <p className="text-faint">
          <Time iso={created_at} />
          {attempts > 1 && ` · ${attempts} attempts`}
          {attempts > 0 && next_attempt_at && (
            <>
              {' · next '}
              <Time iso={next_attempt_at} />
            </>
          )}
        </p>
      </div>
      <Button
        kind="quiet"
        className="flex-none text-sm max-md:px-3"
        aria-label={`Send again: ${eventText(event)}`}
        onClick={() => act(() => client.webhookDeliveries.repeat({ id }), 'Delivery queued')}
      >
        Send again
      </Button>
    </li>
  )
}

/** Returns the response code and duration of the last attempt: " · 200 · 1,204 ms". */
function attemptText({ status, duration_ms }: WebhookDelivery): string {
  if (duration_ms === null) return ''
  return `${status === null ? '' : ` · ${status}`} · ${formatNumber(duration_ms)} ms`
}
