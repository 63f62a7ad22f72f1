import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/overlay/sheet.tsx'
import {
  guestHiddenClass,
  NAVIGATION_ROW,
  Navigation,
  NavigationBadge,
  NavigationLink,
  useDestinations,
  useSecondaryDestinations,
} from './navigation.tsx'
import { ThemeButton } from './theme-button.tsx'

/** Navigation on phones. Members' links are always in the HTML: adding them later would move the others. */
export function BottomBar() {
  const destinations = useDestinations()
  const secondary = useSecondaryDestinations()
  return (
    <>
      <nav
        aria-label="Main"
        className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] sidebar:hidden"
      >
        <ul className="grid auto-cols-fr grid-flow-col">
          {destinations
            .filter(({ inBar }) => inBar)
            .map((destination) => (
              <li key={destination.to} className={guestHiddenClass(destination)}>
                <NavigationLink destination={destination} className={ITEM}>
                  <Icon icon={destination.icon} className="size-5" />
                  {destination.label}
                  <NavigationBadge
                    destination={destination}
                    className="absolute top-1 left-1/2 ml-1 leading-4!"
                  />
                </NavigationLink>
              </li>
            ))}
          <li>
            <button type="button" popoverTarget="drawer" className={ITEM}>
              <Icon icon="icon-menu" className="size-5" />
              More
            </button>
          </li>
        </ul>
      </nav>
      <Sheet id="drawer" label="More" side="bottom">
        {(close) => (
          <div className="p-3">
            <Navigation
              label="More"
              destinations={[...destinations.filter(({ inBar }) => !inBar), ...secondary]}
              onFollow={close}
            />
            <div className="my-2 h-px bg-line" />
            <ThemeButton hasLabel className={`${NAVIGATION_ROW} w-full`} />
          </div>
        )}
      </Sheet>
    </>
  )
}

const ITEM =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-1 text-[0.6875rem] leading-none font-medium text-muted -outline-offset-2 aria-[current=page]:text-act'
