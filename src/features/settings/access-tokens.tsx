import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/core/client.ts'
import type { TokenScope } from '../../api/core/token-scope.ts'
import { Button } from '../../ui/button.tsx'
import { TOKENS_MAX, TOO_MANY } from '../accounts/access-tokens/policy.ts'
import { AccessTokenList, hasEnded, RevokeAll } from './access-token-list.tsx'
import { MadeAccessToken, NewAccessToken } from './new-access-token.tsx'
import { PartHeading, Unloaded } from './part.tsx'

export function AccessTokens() {
  const query = useQuery(api.accessTokens.list.queryOptions())
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const toHeading = () => heading.current?.focus()
  return (
    <div className="grid justify-items-start gap-4">
      <PartHeading ref={heading} id="access-tokens" title="Access tokens">
        A program of yours sends a token in place of your password. It does what you allow it here, and never
        reaches your account, its security or other tokens. A new password and signing out leave tokens as
        they are: revoke them here.{' '}
        <a href="/api/docs" className="text-act underline underline-offset-4">
          What programs can do
        </a>
      </PartHeading>
      {!data && <Unloaded query={query} name="access tokens" />}
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
  /** Moves the focus: the element that had it is removed. */
  onClose: () => void
}

/** The button, then the form, then the new token until the viewer has saved it. */
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
