import { createContext, createElement, type ReactNode, use } from 'react'

/** A part of a page whose HTML depends only on `shows`. */
export interface PageFragment {
  name: string
  /** All data that the HTML depends on, except for the current year. */
  shows: unknown
  element: () => ReactNode
}

type AddFragments = (list: PageFragment[]) => string

/** Function that registers fragments and returns an HTML placeholder. Provided by fragments.server.ts. */
export const FragmentContext = createContext<AddFragments | undefined>(undefined)

interface Props extends Pick<PageFragment, 'name' | 'shows'> {
  /** The content as a signed-out visitor sees it. It must be elements, not plain text. */
  children: ReactNode
}

/** Renders `children` only once per value of `shows` on the server. Without `shows`, caches nothing. */
export function CachedFragment({ name, shows, children }: Props): ReactNode {
  if (!import.meta.env.SSR || shows === undefined) return children
  const mark = use(FragmentContext)?.([{ name, shows, element: () => children }])
  if (mark === undefined) return children
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML rendered by our own components
  return createElement('page-fragment', { dangerouslySetInnerHTML: { __html: mark } })
}

/** Returns an HTML placeholder for `list`. Guard calls with `import.meta.env.SSR` to save browser code. */
export function cachedFragments(list: PageFragment[]): string | undefined {
  return use(FragmentContext)?.(list)
}
