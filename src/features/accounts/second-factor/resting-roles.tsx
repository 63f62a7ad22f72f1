import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

/** Instead of a page that needs a role, for staff without a second factor (STAFF_SECOND_FACTOR). */
export function RestingRoles() {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Your roles rest"
      action={
        <ButtonLink to="/settings" hash="security">
          Set up a second factor
        </ButtonLink>
      }
    >
      On this forum roles act only with a second factor, so that a stolen password is not enough to act in
      your name. Once you have one, this page opens.
    </EmptyState>
  )
}
