import { createContext, createElement, type ReactNode, use } from 'react'

/** A part of a page whose HTML depends only on `shows`. */
export interface PageFragment {
  name: string
  /** All data that the HTML depends on, except the year. */
  shows: unknown
  element: () => ReactNode
}

type AddFragments = (list: PageFragment[]) => string

/** Returns a placeholder for the HTML. Provided by fragments.server.ts. */
export const FragmentContext = createContext<AddFragments | undefined>(undefined)

interface Props extends Pick<PageFragment, 'name' | 'shows'> {
  /** Elements without text, as a visitor sees them. */
  children: ReactNode
}

/** Fragment caching: the server renders `children` once per value of `shows`. Without `shows`, nothing is cached. */
export function CachedFragment({ name, shows, children }: Props): ReactNode {
  if (!import.meta.env.SSR || shows === undefined) return children
  const mark = use(FragmentContext)?.([{ name, shows, element: () => children }])
  if (mark === undefined) return children
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML rendered by our own components
  return createElement('page-fragment', { dangerouslySetInnerHTML: { __html: mark } })
}

/** Returns an HTML placeholder for a list of fragments. Guard calls with `import.meta.env.SSR` to save browser code. */
export function cachedFragments(list: PageFragment[]): string | undefined {
  return use(FragmentContext)?.(list)
}
