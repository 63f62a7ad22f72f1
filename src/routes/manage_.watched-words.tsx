import { createFileRoute } from '@tanstack/react-router'
import { WatchedWordsPage } from '../moderation/watched-words/watched-words-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/watched-words')({
  staticData: { needsApplication: true },
  head: unlistedHead('Watched Words'),
  component: WatchedWordsPage,
})
