import { useDeferredValue } from 'react'

/**
 * Renders added pages of a list in pieces, so that the browser can respond in between. Rendering two hundred
 * comments at once took 110 ms.
 * @returns the pages to show, and whether more are being rendered
 */
export function useGrownPages<Data extends { pages: unknown[] }>(
  data: Data,
): [shown: Data, isGrowing: boolean] {
  const former = useDeferredValue(data)
  const isGrowing = former.pages.length < data.pages.length
  return [isGrowing ? former : data, isGrowing]
}
