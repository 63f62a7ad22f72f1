import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { DateOnly, Time } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { OwnAccessToken } from '../accounts/access-tokens/contract.ts'
import { SCOPE_WORDS } from '../accounts/access-tokens/words.ts'

interface Props {
  tokens: readonly OwnAccessToken[]
  /** A line has gone with the button that had the focus. */
  onGone: () => void
}

export function AccessTokenList({ tokens, onGone }: Props) {
  const [asked, setAsked] = useState<OwnAccessToken | 'all'>()
  const [isAsking, setAsking] = useState(false)
  const { revoke, revokeAll } = useRevoking(onGone)
  const ask = (about: OwnAccessToken | 'all') => {
    setAsked(about)
    setAsking(true)
  }
  if (tokens.length === 0) return <p className="text-muted">You have no access tokens.</p>
  return (
    <div className="w-full">
      <ul aria-label="Access tokens">
        {tokens.map((token) => (
          <Item
            key={token.id}
            token={token}
            onRevoke={() => (hasEnded(token) ? void revoke(token) : ask(token))}
          />
        ))}
      </ul>
      {tokens.length > 1 && (
        <Button kind="danger" className="mt-4" onClick={() => ask('all')}>
          Revoke all tokens
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={asked === 'all' ? 'Revoke all access tokens?' : `Revoke “${asked?.name}”?`}
        description="Whatever program sends it is refused from this moment on. It cannot be undone, but you can make another one."
        confirmLabel={asked === 'all' ? 'Revoke all' : 'Revoke'}
        danger
        onConfirm={async () => {
          if (asked === 'all') await revokeAll()
          else if (asked) await revoke(asked)
        }}
      />
    </div>
  )
}

function Item({ token, onRevoke }: { token: OwnAccessToken; onRevoke: () => void }) {
  const { name, scope, created_at, used_at, expires_at } = token
  const isOver = hasEnded(token)
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {SCOPE_WORDS[scope].name} ·{' '}
          {isOver ? <span className="font-semibold text-bad">ended</span> : 'ends'} on{' '}
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
          {' · '}made <Time iso={created_at} />
        </p>
      </div>
      <Button
        kind="quiet"
        className="flex-none"
        aria-label={`${isOver ? 'Remove' : 'Revoke'} ${name}`}
        onClick={onRevoke}
      >
        {isOver ? 'Remove' : 'Revoke'}
      </Button>
    </li>
  )
}

export function hasEnded({ expires_at }: Pick<OwnAccessToken, 'expires_at'>): boolean {
  return Date.parse(expires_at) <= Date.now()
}

function useRevoking(onGone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.accessTokens.list.key() })
  const fail = (error: unknown) =>
    toast({
      kind: 'error',
      title: 'This could not be revoked',
      description: errorMessage(error) ?? 'Check your connection and try again.',
    })
  const revoke = async (token: OwnAccessToken) => {
    try {
      await client.accessTokens.remove({ id: token.id })
      toast({ kind: 'success', title: `${token.name} is ${hasEnded(token) ? 'removed' : 'revoked'}` })
      onGone()
    } catch (error) {
      fail(error)
      if (errorCode(error) !== 'NOT_FOUND') return
    }
    await refresh()
  }
  const revokeAll = async () => {
    try {
      await client.accessTokens.removeAll()
      toast({ kind: 'success', title: 'All access tokens are revoked' })
      onGone()
      await refresh()
    } catch (error) {
      fail(error)
    }
  }
  return { revoke, revokeAll }
}
