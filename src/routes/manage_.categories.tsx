import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../features/categories/manage-categories-page.tsx'
import { manageHead } from '../features/manage/places.ts'

export const Route = createFileRoute('/manage_/categories')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/categories'),
  component: CategoriesPage,
})
