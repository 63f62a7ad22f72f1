import { Suspense, useState } from 'react'
import { SiteTitle } from '../shared/branding/title.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import {
  NAVIGATION_ROW,
  Navigation,
  NavigationLink,
  useDestinations,
  useSecondaryDestinations,
} from './navigation.tsx'

const ShortcutList = lazyWithRetry(() => import('./shortcut-list.tsx'))

export function Sidebar() {
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-0 h-dvh flex-col overflow-y-auto border-r border-line px-3 pb-3 rail:px-2 sidebar:flex bottom-bar:hidden"
    >
      <SiteTitle
        className="mb-2 min-h-15 gap-3 px-2.5 rail:justify-center rail:px-0"
        short="text-xl"
        long="text-base"
      />
      <Navigation label="Main" destinations={useDestinations()} />
      <Further />
      <MoreButton />
      <ShortcutsButton />
    </aside>
  )
}

/** Links that usually are in a footer. In the sidebar, because endless lists make a footer unreachable. */
function Further() {
  return (
    <nav aria-label="More" className="mt-auto px-3 pt-6 pb-2 rail:hidden">
      <ul className="flex flex-wrap gap-x-4 text-sm text-faint">
        {useSecondaryDestinations().map((destination) => (
          <li key={destination.to}>
            <NavigationLink
              destination={destination}
              className="inline-flex min-h-8 items-center pointer-coarse:min-h-11 transition-colors duration-150 hover:text-text aria-[current=page]:text-act"
            >
              {destination.label}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Opens the drawer with the further links, for which the rail has no room. */
function MoreButton() {
  return (
    <button
      type="button"
      popoverTarget="drawer"
      title="More"
      className={`${NAVIGATION_ROW} hidden rail:flex`}
    >
      <Icon icon="icon-menu" />
      <span className="sr-only">More</span>
    </button>
  )
}

/** Opens the list of keyboard shortcuts. The `?` key clicks this button. */
function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        data-shortcuts
        title="Keyboard shortcuts"
        onClick={() => setOpen(true)}
        className="rail:mt-auto flex min-h-10 pointer-coarse:min-h-11 items-center gap-3 rounded-lg px-3 text-sm text-faint hover:text-text"
      >
        <Icon icon="icon-keyboard" />
        <span className="rail:sr-only">Keyboard shortcuts</span>
      </button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title="Keyboard shortcuts">
          <Suspense fallback={<Skeleton className="h-96" />}>
            <ShortcutList />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
