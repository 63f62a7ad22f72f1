import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { WebhooksPage } from '../staff/webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/manage_/webhooks')({
  staticData: { needsApplication: true },
  head: unlistedHead('Webhooks'),
  component: WebhooksPage,
})
