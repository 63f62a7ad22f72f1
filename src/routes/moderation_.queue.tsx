import { createFileRoute } from '@tanstack/react-router'
import { QueuePage } from '../staff/queue/queue-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/moderation_/queue')({
  staticData: { needsApplication: true },
  head: unlistedHead('Moderation Queue'),
  component: QueuePage,
})
