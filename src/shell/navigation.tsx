import { Link, useLocation, useRouteContext } from '@tanstack/react-router'
import { useSession } from '../accounts/session/session.tsx'
import { UnreadMessages } from '../content/messages/unread-messages.tsx'
import { isStaff } from '../core/viewer.ts'
import {
  DESTINATIONS,
  type Destination,
  isCurrentDestination,
  MESSAGES,
  MODERATION_QUEUE,
  SECONDARY_DESTINATIONS,
  TEXT_DESTINATIONS,
} from '../shared/branding/destinations.ts'
import { WaitingCases } from '../staff/queue/waiting-cases.tsx'
import { Icon } from '../ui/icon.tsx'

interface NavigationProps {
  label: string
  destinations: readonly Destination[]
  onFollow?: () => void
}

/** Navigation links, for the sidebar and for the drawer on phones. In the rail, the names are tooltips. */
export function Navigation({ label, destinations, onFollow }: NavigationProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-0.5">
        {destinations.map((destination) => (
          <li key={destination.to} className={guestHiddenClass(destination)}>
            <NavigationLink
              destination={destination}
              onFollow={onFollow}
              title={destination.label}
              className={NAVIGATION_ROW}
            >
              <Icon icon={destination.icon} />
              <span className="rail:sr-only">{destination.label}</span>
              <NavigationBadge
                destination={destination}
                announces
                className="ml-auto rail:absolute rail:top-0 rail:right-0"
              />
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the main links. They include links for members, which CSS hides from guests. */
export function useDestinations(): Destination[] {
  const { viewer } = useSession()
  return DESTINATIONS.filter(({ staffOnly }) => isStaff(viewer) || !staffOnly)
}

export function guestHiddenClass({ membersOnly }: Destination): string | undefined {
  return membersOnly ? 'guest:hidden' : undefined
}

/** Returns the secondary links. Includes terms and privacy only if admins have written these texts. */
export function useSecondaryDestinations(): Destination[] {
  const texts = useRouteContext({ from: '__root__', select: ({ site }) => site.texts })
  return [
    ...SECONDARY_DESTINATIONS,
    ...TEXT_DESTINATIONS.filter(({ to }) => texts?.some((text) => to === `/${text}`)),
  ]
}

interface LinkProps {
  destination: Destination
  className: string
  title?: string
  children: React.ReactNode
  onFollow?: (() => void) | undefined
}

export function NavigationLink({ destination, onFollow, ...link }: LinkProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Link
      to={destination.to}
      activeOptions={{ exact: true }}
      aria-current={isCurrentDestination(destination, path) ? 'page' : undefined}
      onClick={onFollow}
      {...link}
    />
  )
}

export function NavigationBadge({
  destination,
  ...look
}: { destination: Destination } & Parameters<typeof UnreadMessages>[0]) {
  const { viewer } = useSession()
  if (!viewer) return null
  if (destination.to === MODERATION_QUEUE) return <WaitingCases className={look.className} />
  if (destination.to !== MESSAGES) return null
  return <UnreadMessages {...look} />
}

export const NAVIGATION_ROW =
  'relative flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium text-muted transition-colors duration-150 hover:bg-raised hover:text-text aria-[current=page]:bg-act-ground aria-[current=page]:text-act max-md:min-h-11 pointer-coarse:min-h-11'
