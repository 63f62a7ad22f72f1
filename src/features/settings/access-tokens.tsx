import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/core/client.ts'
import type { TokenScope } from '../../api/core/token-scope.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { TOKENS_MAX, TOO_MANY } from '../accounts/access-tokens/policy.ts'
import { AccessTokenList, hasEnded, RevokeAll } from './access-token-list.tsx'
import { MadeAccessToken } from './made-access-token.tsx'
import { NewAccessToken } from './new-access-token.tsx'

/** What the viewer's programs send in place of a password. */
export function AccessTokens() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(api.accessTokens.list.queryOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  const toHeading = () => heading.current?.focus()
  return (
    <div className="grid justify-items-start gap-4">
      <div>
        <h3
          ref={heading}
          id="access-tokens"
          tabIndex={-1}
          className="scroll-mt-24 font-sans text-base font-semibold"
        >
          Access tokens
        </h3>
        <p className="mt-1 text-muted">
          A program of yours sends a token in place of your password. It does what you allow it here, and
          never reaches your account, its security or other tokens. A new password and signing out leave
          tokens as they are: revoke them here.{' '}
          <a href="/api/docs" className="text-act underline underline-offset-4">
            What programs can do
          </a>
        </p>
      </div>
      {isPending && <RowListSkeleton count={1} label="Loading your access tokens" />}
      {isError && !data && (
        <ErrorState
          title="Your access tokens could not be loaded"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <AccessTokenList tokens={data.items} onGone={toHeading} />}
      {data && (
        <div className="flex w-full flex-wrap gap-3">
          <Making
            scopes={data.can.create}
            isFull={data.items.filter((token) => !hasEnded(token)).length >= TOKENS_MAX}
            onClose={toHeading}
          />
          {data.items.length > 1 && <RevokeAll onGone={toHeading} />}
        </div>
      )}
    </div>
  )
}

interface MakingProps {
  scopes: TokenScope[]
  isFull: boolean
  /** What had the focus has gone. */
  onClose: () => void
}

/** From the button to the token, which is on the page until the viewer has kept it. */
function Making({ scopes, isFull, onClose }: MakingProps) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string }>()
  const close = () => {
    setOpen(false)
    setMade(undefined)
    onClose()
  }
  if (made) return <MadeAccessToken {...made} onDone={close} />
  if (isOpen) return <NewAccessToken scopes={scopes} onCancel={close} onMade={setMade} />
  if (isFull) return <p className="w-full">{TOO_MANY}</p>
  return (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      New access token
    </Button>
  )
}
