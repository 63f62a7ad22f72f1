import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage, type MessagesSearch } from '../content/messages/messages-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/messages')({
  staticData: { needsApplication: true },
  validateSearch: (search: { [Name in keyof MessagesSearch]?: unknown }): MessagesSearch => {
    const { with: open, start, former } = search
    return {
      ...(typeof open === 'string' && open && { with: open }),
      ...(typeof start === 'string' && start && { start }),
      ...(typeof former === 'string' && former && { former }),
    }
  },
  head: unlistedHead('Messages'),
  component: () => <MessagesPage {...Route.useSearch()} />,
})
