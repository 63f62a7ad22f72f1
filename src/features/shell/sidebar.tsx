import { SiteTitle } from '../site/title.tsx'
import { Navigation, NavigationLink, useDestinations, useSecondaryDestinations } from './navigation.tsx'
import { ShortcutsButton } from './shortcuts-button.tsx'

export function Sidebar() {
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-0 h-dvh flex-col overflow-y-auto border-r border-line px-3 pb-3 sidebar:flex bottom-bar:hidden"
    >
      <SiteTitle className="mb-2 min-h-15 gap-3 px-2.5 text-xl" />
      <Navigation label="Main" destinations={useDestinations()} />
      <Further />
      <ShortcutsButton />
    </aside>
  )
}

/** A line or two of small words, as at the foot of a page: lists here have no foot that one could reach. */
function Further() {
  return (
    <nav aria-label="Further" className="mt-auto px-3 pt-6 pb-2">
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
