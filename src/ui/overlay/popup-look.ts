/** How everything that floats above the page looks and appears. */
export const FLOATING =
  'rounded-lg border border-line bg-raised shadow-raised transition-[opacity,scale] duration-150 ease-out starting:scale-97 starting:opacity-0'

export const BACKDROP = 'fixed inset-0 z-40 bg-sunken/75 transition-opacity duration-150 starting:opacity-0'

/** On a window that is not much wider than itself, it ends above the place of toasts. */
export const POPUP = `${FLOATING} fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] max-xl:top-[calc(50%-2.5rem)] max-xl:max-h-[calc(100dvh-7rem)] w-[calc(100vw-2rem)] -translate-1/2 overflow-y-auto p-6`
