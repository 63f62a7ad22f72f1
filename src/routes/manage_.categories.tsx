import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../features/manage/categories-page.tsx'

export const Route = createFileRoute('/manage_/categories')({
  head: ({ match }) => ({
    meta: [
      { title: `Manage Categories | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: CategoriesPage,
})
