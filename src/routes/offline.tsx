import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { OfflinePage } from '../shell/offline/offline-page.tsx'

export const Route = createFileRoute('/offline')({
  head: unlistedHead('Offline'),
  component: OfflinePage,
})
