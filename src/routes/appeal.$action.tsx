import { createFileRoute, notFound } from '@tanstack/react-router'
import { AppealPage } from '../moderation/appeals/appeal-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'
import { isUuid } from '../platform/uuid.ts'

export const Route = createFileRoute('/appeal/$action')({
  staticData: { needsApplication: true },
  beforeLoad: ({ params }) => {
    if (!isUuid(params.action)) throw notFound()
  },
  head: unlistedHead('Appeal'),
  component: () => {
    const { action } = Route.useParams()
    return <AppealPage key={action} actionId={action} />
  },
})
