import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { QueuePage } from '../staff/queue/queue-page.tsx'

export const Route = createFileRoute('/moderation_/queue')({
  staticData: { needsApplication: true },
  head: unlistedHead('Moderation Queue'),
  component: QueuePage,
})
