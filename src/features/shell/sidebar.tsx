import { Navigation, useDestinations } from './navigation.tsx'
import { ShortcutsButton } from './shortcuts-button.tsx'
import { SiteTitle } from './title.tsx'

export function Sidebar() {
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line px-3 pb-3 md:flex"
    >
      <SiteTitle className="mb-2 min-h-15 px-2.5" />
      <Navigation label="Main" destinations={useDestinations()} />
      <ShortcutsButton className="mt-auto" />
    </aside>
  )
}
