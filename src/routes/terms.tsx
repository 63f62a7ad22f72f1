import { createFileRoute } from '@tanstack/react-router'
import { loadText } from '../features/site-settings/queries.ts'
import { TextPage } from '../features/site-settings/text-page.tsx'

export const Route = createFileRoute('/terms')({
  loader: ({ context }) => loadText(context, 'terms'),
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Not found | ${match.context.site.name}` }] },
  component: () => <TextPage name="terms" title="Terms" />,
})
