import { useDeferredValue } from 'react'

/**
 * Pages of a list that have come are rendered in pieces between which the browser scrolls and answers: two hundred comments at
 * once held it for 110 ms. Every other change shows at once.
 * @returns the pages to show, and whether more are being rendered
 */
export function useGrownPages<Data extends { pages: unknown[] }>(
  data: Data,
): [shown: Data, isGrowing: boolean] {
  const former = useDeferredValue(data)
  const isGrowing = former.pages.length < data.pages.length
  return [isGrowing ? former : data, isGrowing]
}
