import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage, type MessagesSearch } from '../features/messages/messages-page.tsx'
import { unlistedHead } from '../platform/head.ts'

type Asked = { [Name in keyof MessagesSearch]?: unknown }

function messagesSearch({ with: open, start, former }: Asked): MessagesSearch {
  return {
    ...(typeof open === 'string' && open && { with: open }),
    ...(typeof start === 'string' && start && { start }),
    ...(typeof former === 'string' && former && { former }),
  }
}

export const Route = createFileRoute('/messages')({
  staticData: { needsApplication: true },
  validateSearch: messagesSearch,
  head: unlistedHead('Messages'),
  component: Messages,
})

function Messages() {
  return <MessagesPage {...Route.useSearch()} />
}
