import { createFileRoute } from '@tanstack/react-router'
import { OfflinePage } from '../shell/offline/offline-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/offline')({
  head: unlistedHead('Offline'),
  component: OfflinePage,
})
