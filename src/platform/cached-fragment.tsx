import { createElement, type ReactNode } from 'react'

declare global {
  /** Set by fragments.server.ts. Returns a placeholder for the HTML. */
  var $fragments: ((fragments: FragmentOf[]) => string | undefined) | undefined
}

/** A part of a page whose HTML only depends on `shows`. */
export interface FragmentOf {
  name: string
  /** All data that the HTML depends on, except the year. */
  shows: unknown
  element: () => ReactNode
}

interface Props extends Pick<FragmentOf, 'name' | 'shows'> {
  /** Elements without text, as a visitor sees them. */
  children: ReactNode
}

/** Fragment caching: the server renders `children` once for each value of `shows`, if it is set. */
export function CachedFragment({ name, shows, children }: Props): ReactNode {
  if (!import.meta.env.SSR || shows === undefined) return children
  const mark = globalThis.$fragments?.([{ name, shows, element: () => children }])
  if (mark === undefined) return children
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the same components made
  return createElement('page-fragment', { dangerouslySetInnerHTML: { __html: mark } })
}

/** A placeholder for a list of fragments, as HTML. Guard calls by `import.meta.env.SSR` to save browser code. */
export function cachedFragments(list: FragmentOf[]): string | undefined {
  return globalThis.$fragments?.(list)
}
