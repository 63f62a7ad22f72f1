import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { withAccountError } from '../accounts/sign-in/auth-client.ts'
import { EmailField } from '../accounts/sign-in/fields.tsx'
import { fieldRules, useSubmit } from '../accounts/sign-in/use-submit.ts'
import { api, client } from '../core/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'

const RULES = { email: fieldRules.email }

/** Form to change the email address. The change takes effect once the mailed link is opened. */
export function EmailForm() {
  const query = api.me.readEmail.queryOptions()
  const { data, isError, isFetching, refetch } = useQuery(query)
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const { isPending, form, errorOf } = useSubmit(RULES, async ({ email = '' }) => {
    const changing = await withAccountError(client.me.changeEmail({ email }))
    queryClient.setQueryData(query.queryKey, changing)
    if (field.current) field.current.value = ''
    toast({
      kind: 'success',
      title: 'Email sent',
      description: `Open the link we sent to ${changing.pending}.`,
    })
  })
  if (isError)
    return (
      <ErrorState
        title="Your address could not be loaded"
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <form {...form} className="grid justify-items-start gap-4">
      <div className="w-full">
        <h2 className="font-sans text-base font-semibold">Email</h2>
        {data ? (
          <p className="mt-1 wrap-anywhere text-muted">
            You sign in with <strong className="font-semibold text-text">{data.email}</strong>. Only you and
            admins can see it.
          </p>
        ) : (
          <Skeleton className="mt-2 h-5 w-72 max-w-full" />
        )}
      </div>
      {data?.pending && (
        <p role="status" className="w-full rounded-lg border border-line bg-sunken p-4 wrap-anywhere">
          <strong className="font-semibold">{data.pending}</strong> isn’t confirmed yet. Open the link in the
          email we sent there within 24 hours.
        </p>
      )}
      <div className="w-full">
        <EmailField ref={field} label="New email" error={errorOf('email')} />
      </div>
      <Button type="submit" kind="quiet" pending={isPending} pendingLabel="Sending...">
        Change email
      </Button>
    </form>
  )
}
