import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnAccessToken } from '../accounts/access-tokens/contract.ts'
import { SCOPE_TEXT, TOKENS_MAX, TOO_MANY_TOKENS } from '../accounts/access-tokens/policy.ts'
import { api, client } from '../core/client.ts'
import type { TokenScope } from '../core/token-scope.ts'
import { isolateText } from '../platform/bidi-isolation.ts'
import { Button } from '../ui/button.tsx'
import { DateOnly, Time } from '../ui/format/time.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { CreatedAccessToken, NewAccessToken } from './new-access-token.tsx'
import { QueryPlaceholder, SettingsHeading, useRemoval } from './settings-section.tsx'

export function AccessTokens() {
  const query = useQuery(api.accessTokens.list.queryOptions())
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const toHeading = () => heading.current?.focus()
  return (
    <div className="grid justify-items-start gap-4">
      <SettingsHeading ref={heading} id="access-tokens" title="Access tokens">
        Programs can use a token instead of your password. They can only do what you allow, and can’t access
        your account settings, security or other tokens. Changing your password or signing out doesn’t revoke
        tokens. Revoke them here.{' '}
        <a href="/api/docs" className="text-act underline underline-offset-4">
          API documentation
        </a>
      </SettingsHeading>
      {!data && <QueryPlaceholder query={query} name="access tokens" />}
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
  /** Called when the form closes. Moves the focus, because the focused element is removed. */
  onClose: () => void
}

/** Shows a button to create a token, then the form, then the new token until the viewer has copied it. */
function Making({ scopes, isFull, onClose }: MakingProps) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string }>()
  const close = () => {
    setOpen(false)
    setMade(undefined)
    onClose()
  }
  if (made) return <CreatedAccessToken {...made} onDone={close} />
  if (isOpen) return <NewAccessToken scopes={scopes} onCancel={close} onMade={setMade} />
  if (isFull) return <p className="w-full">{TOO_MANY_TOKENS}</p>
  return (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      New access token
    </Button>
  )
}

function AccessTokenList({ tokens, onGone }: { tokens: readonly OwnAccessToken[]; onGone: () => void }) {
  if (tokens.length === 0) return <p className="text-muted">You don’t have any access tokens.</p>
  return (
    <ul aria-label="Access tokens" className="w-full">
      {tokens.map((token) => (
        <Item key={token.id} token={token} onGone={onGone} />
      ))}
    </ul>
  )
}

function RevokeAll({ onGone }: { onGone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRevoking(onGone)
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Revoke all tokens
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke all access tokens?"
        description="Programs that use them will stop working immediately. You can’t undo this, but you can create new tokens."
        confirmLabel="Revoke all"
        danger
        onConfirm={() => remove(client.accessTokens.removeAll(), 'All access tokens revoked')}
      />
    </>
  )
}

const REVOKED =
  'Programs that use it will stop working immediately. You can’t undo this, but you can create a new token.'

function Item({ token, onGone }: { token: OwnAccessToken; onGone: () => void }) {
  const { name, scope, created_at, used_at, expires_at } = token
  const isOver = hasEnded(token)
  const [isAsking, setAsking] = useState(false)
  const remove = useRevoking(onGone)
  const revoke = () =>
    remove(
      client.accessTokens.remove({ id: token.id }),
      `${isolateText(name)} ${hasEnded(token) ? 'removed' : 'revoked'}`,
    )
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {SCOPE_TEXT[scope].name} ·{' '}
          {isOver ? <span className="font-semibold text-bad">expired</span> : 'expires'} on{' '}
          <DateOnly iso={expires_at} />
        </p>
        <p className="text-sm text-muted">
          {used_at ? (
            <>
              Last used <Time iso={used_at} />
            </>
          ) : (
            'Never used'
          )}
          {' · '}created <Time iso={created_at} />
        </p>
      </div>
      <Button
        kind="quiet"
        className="flex-none"
        aria-label={`${isOver ? 'Remove' : 'Revoke'} ${name}`}
        onClick={() => (isOver ? void revoke() : setAsking(true))}
      >
        {isOver ? 'Remove' : 'Revoke'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Revoke “${name}”?`}
        description={REVOKED}
        confirmLabel="Revoke"
        danger
        onConfirm={revoke}
      />
    </li>
  )
}

function hasEnded({ expires_at }: Pick<OwnAccessToken, 'expires_at'>): boolean {
  return Date.parse(expires_at) <= Date.now()
}

function useRevoking(onGone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.accessTokens.list.key() })
  return useRemoval(onGone, refresh, {
    title: 'The token could not be revoked',
    description: 'Check your connection and try again.',
  })
}
