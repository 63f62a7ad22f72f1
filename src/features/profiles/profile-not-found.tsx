import { useHydrated, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ButtonAnchor } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'
import { useGoBack } from './use-go-back.ts'

export function ProfileNotFound() {
  const back = useGoBack('/')
  const { username } = useParams({ strict: false })
  // What the server's page has said is no news: the application may wake long after.
  const said = useRef(useHydrated() ? undefined : username)
  useEffect(() => {
    if (said.current === username) return
    said.current = username
    toast({
      kind: 'error',
      title: 'Profile not found',
      description: 'The user profile could not be found',
    })
  }, [username])
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
