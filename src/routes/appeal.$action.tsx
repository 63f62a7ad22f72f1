import { createFileRoute } from '@tanstack/react-router'
import { AppealPage } from '../features/appeals/appeal-page.tsx'

export const Route = createFileRoute('/appeal/$action')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [{ title: `Appeal | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => {
    const { action } = Route.useParams()
    return <AppealPage key={action} actionId={action} />
  },
})
