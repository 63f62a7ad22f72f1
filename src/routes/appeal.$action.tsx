import { createFileRoute, notFound } from '@tanstack/react-router'
import { AppealPage } from '../features/appeals/appeal-page.tsx'
import { isUuid } from '../platform/uuid.ts'

export const Route = createFileRoute('/appeal/$action')({
  staticData: { needsApplication: true },
  beforeLoad: ({ params }) => {
    if (!isUuid(params.action)) throw notFound()
  },
  head: ({ match }) => ({
    meta: [{ title: `Appeal | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => {
    const { action } = Route.useParams()
    return <AppealPage key={action} actionId={action} />
  },
})
