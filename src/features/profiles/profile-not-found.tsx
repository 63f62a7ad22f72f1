import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'

export function ProfileNotFound() {
  const { history } = useRouter()
  useEffect(() => {
    toast({
      kind: 'error',
      title: 'Profile not found',
      description: 'The user profile could not be found',
    })
  }, [])
  return (
    <EmptyState
      as="h1"
      icon="icon-user-x"
      title="User not found"
      action={
        <ButtonAnchor
          href="/"
          icon="icon-arrow-left"
          onClick={(event) => {
            // Nowhere to go back to, as from a link in a mail: home.
            if (!history.canGoBack()) return
            event.preventDefault()
            history.back()
          }}
        >
          Go Back
        </ButtonAnchor>
      }
    >
      There is nobody of this name here. They may have left, or be called something else now.
    </EmptyState>
  )
}
