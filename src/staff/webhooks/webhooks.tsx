import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookItem } from './webhook-item.tsx'

export default function Webhooks() {
  const { data, isError, refetch } = useQuery(api.webhooks.list.queryOptions({ staleTime: 0 }))
  return (
    <>
      <WebhookForm />
      <section aria-labelledby="webhooks" className="mt-10">
        <h2 id="webhooks" tabIndex={-1} className="border-b border-line pb-3 text-xl">
          Your webhooks
        </h2>
        {isError && !data && (
          <ErrorState title="The webhooks could not be loaded" onRetry={() => void refetch()} />
        )}
        {!data && !isError && <RowListSkeleton count={2} label="Loading webhooks" />}
        {data?.items.length === 0 && <p className="py-6 text-muted">No webhooks yet.</p>}
        <ul aria-label="Your webhooks">
          {data?.items.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      </section>
    </>
  )
}
