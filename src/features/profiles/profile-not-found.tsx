import { useEffect } from 'react'
import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'
import { useGoBack } from './use-go-back.ts'

export function ProfileNotFound() {
  const back = useGoBack('/')
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
        <ButtonAnchor {...back} icon="icon-arrow-left">
          Go Back
        </ButtonAnchor>
      }
    >
      There is nobody of this name here. They may have left, or be called something else now.
    </EmptyState>
  )
}
