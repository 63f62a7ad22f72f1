import { createElement, type ReactNode } from 'react'

declare global {
  /** Set on the server with the first page (fragments.server.ts): a mark for HTML that is finished already. */
  var $fragments: ((fragments: FragmentOf[]) => string | undefined) | undefined
}

/** A part of a page that looks the same wherever it shows the same. */
export interface FragmentOf {
  name: string
  /** All that its HTML depends on but the year, as JSON. */
  shows: unknown
  element: () => ReactNode
}

interface Props extends Pick<FragmentOf, 'name' | 'shows'> {
  /** Elements, no text: it would run into the text beside it. As a visitor sees them. */
  children: ReactNode
}

/**
 * Fragment caching: the server makes the HTML of `children` once for all pages on which it shows the same; in a browser they are
 * components like others. Where `shows` is undefined they are made with the page.
 */
export function CachedFragment({ name, shows, children }: Props): ReactNode {
  if (!import.meta.env.SSR || shows === undefined) return children
  const mark = globalThis.$fragments?.([{ name, shows, element: () => children }])
  if (mark === undefined) return children
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the same components made
  return createElement('page-fragment', { dangerouslySetInnerHTML: { __html: mark } })
}

/**
 * The same for a list: a mark for the HTML of all, for `dangerouslySetInnerHTML` of the element around them. Undefined outside
 * of a page. Call it behind `import.meta.env.SSR`, or the browser gets the code for it too.
 */
export function cachedFragments(list: FragmentOf[]): string | undefined {
  return globalThis.$fragments?.(list)
}
