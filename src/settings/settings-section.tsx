import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { useSession } from '../accounts/session/session.tsx'
import { errorCode } from '../core/api-error.ts'
import { api } from '../core/client.ts'
import { showFailureToast } from '../core/failure-toast.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'

interface HeadingProps {
  ref: Ref<HTMLHeadingElement>
  id: string
  title: string
  children: ReactNode
}

export function SettingsHeading({ ref, id, title, children }: HeadingProps) {
  return (
    <div>
      <h2 ref={ref} id={id} tabIndex={-1} className="scroll-mt-24 font-sans text-base font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-muted">{children}</p>
    </div>
  )
}

interface QueryPlaceholderProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'refetch'>
  name: string
  rows?: number
}

/** Shows a skeleton while a list loads, or a button to retry after an error. */
export function QueryPlaceholder({ query, name, rows = 1 }: QueryPlaceholderProps) {
  const { isPending, isError, isFetching, refetch } = query
  return (
    <>
      {isPending && <RowListSkeleton count={rows} label={`Loading your ${name}`} />}
      {isError && (
        <ErrorState
          title={`Your ${name} could not be loaded`}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}

interface Failure {
  title: string
  description: string
}

/** Returns a function that waits for a removal, shows its result as a toast and refetches the list. */
export function useRemoval(onGone: () => void, refresh: () => Promise<unknown>, failure: Failure) {
  return async (removing: Promise<unknown>, done: string) => {
    try {
      await removing
      toast({ kind: 'success', title: done })
      onGone()
    } catch (error) {
      showFailureToast(failure.title, error, failure.description)
      if (errorCode(error) !== 'NOT_FOUND') return
    }
    await refresh()
  }
}

/** Returns a function that refetches after a change of sign-in methods, which can end sessions or roles. */
export function useRefreshSecurity(changed: QueryKey) {
  const queryClient = useQueryClient()
  const session = useSession()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: changed }),
      queryClient.invalidateQueries({ queryKey: api.me.listSessions.key() }),
      session.refresh(),
    ])
  }
}
