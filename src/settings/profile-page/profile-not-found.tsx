import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { Columns } from '../../ui/list/columns.tsx'
import { useGoBack } from '../../ui/use-go-back.ts'

export function ProfileNotFound() {
  const back = useGoBack('/')
  // Shows a toast once per page. React reuses this component if the next profile isn't found either.
  const page = useRouter().state.matches.at(-1)?.id
  // Shows no toast if the server rendered the page, because hydration may happen much later.
  const said = useRef(useHydrated() ? undefined : page)
  useEffect(() => {
    if (said.current === page) return
    said.current = page
    toastError('Profile not found', 'The user profile could not be found')
  }, [page])
  return (
    <Columns>
      <EmptyState
        as="h1"
        icon="icon-user-x"
        title="User not found"
        action={
          <ButtonAnchor {...back} icon="icon-arrow-left">
            Go Back
          </ButtonAnchor>
        }
      >
        No member has this username. They may have deleted their account or changed their name.
      </EmptyState>
    </Columns>
  )
}
