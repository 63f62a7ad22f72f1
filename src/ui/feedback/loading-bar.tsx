import { useRouterState } from '@tanstack/react-router'

/** The horizon line under the header; while a page is on its way, light runs along it. */
export function LoadingBar() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  return (
    <div className="relative">
      <div className="horizon" />
      {isLoading && (
        <div className="loading-bar absolute inset-x-0 -top-px h-0.5 bg-act forced-colors:bg-[CanvasText]" />
      )}
    </div>
  )
}
