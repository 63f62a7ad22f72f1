import { lazyRouteComponent } from '@tanstack/react-router'

/** What only searches need: who looks through the forum does not load it. */
export const SearchPage = lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage')
