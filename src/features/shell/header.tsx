import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadingBar } from '../../ui/feedback/loading-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { CREATE_POST } from '../site/destinations.ts'
import { SiteTitle } from '../site/title.tsx'
import { MemberControls } from './member-controls.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeButton } from './theme-button.tsx'

/** The letters shrink on a narrow phone. A name that still has no room wraps below the edge, so that the mark stands alone. */
const WHOLE_OR_MARK =
  'h-11 flex-wrap content-start overflow-hidden text-[clamp(1rem,4.6vw,1.25rem)] *:h-11 *:leading-11'

export function Header() {
  return (
    <header className="site-header sticky top-0 z-30 bg-ground">
      <div className="flex min-h-15 items-center gap-2 px-2 md:px-7">
        <SiteTitle className={`${WHOLE_OR_MARK} min-w-0 gap-x-2 px-2 sidebar:hidden`} />
        <SearchBox className="w-full max-w-115 bottom-bar:hidden" />
        <div className="ml-auto flex min-w-33 items-center justify-end pointer-fine:gap-2">
          <button
            type="button"
            popoverTarget="search-sheet"
            data-search
            className={`${ICON_BUTTON} sidebar:hidden`}
          >
            <Icon icon="icon-search" className="size-5" />
            <span className="sr-only">Search</span>
          </button>
          <AccountArea />
        </div>
      </div>
      <LoadingBar />
      <Sheet id="search-sheet" label="Search" side="top">
        {(close) => <SearchBox autoFocus onSearch={close} className="p-3" />}
      </Sheet>
    </header>
  )
}

/** What is the member's own, or the way in. */
function AccountArea() {
  const { viewer, signOut } = useSession()
  if (!viewer) {
    return (
      <>
        <div className="flex items-center gap-2 member:hidden">
          <ThemeButton className="bottom-bar:hidden" />
          <ButtonLink to="/auth" kind="quiet" className="whitespace-nowrap">
            Sign In
          </ButtonLink>
        </div>
        <ControlsPlace className="contents guest:hidden" />
      </>
    )
  }
  return <MemberControls viewer={viewer} onSignOut={signOut} />
}

/** The member's controls before the application knows who that is: of the same size, and links where a link will do. */
function ControlsPlace({ className }: { className: string }) {
  return (
    <div className={className}>
      <Link to="/notifications" aria-label="Notifications" className={ICON_BUTTON}>
        <Icon icon="icon-bell" className="size-5" />
      </Link>
      <Link to={CREATE_POST} aria-label="Create Post" title="Create Post" className={ICON_BUTTON}>
        <Icon icon="icon-plus" className="size-5" />
      </Link>
      <span className="grid size-11 flex-none place-items-center">
        <span className="skeleton size-9 rounded-full!" />
      </span>
    </div>
  )
}
