import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { isolated } from '../../platform/isolated.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { DateOnly, Time } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { OwnAccessToken } from '../accounts/access-tokens/contract.ts'
import { SCOPE_WORDS } from '../accounts/access-tokens/policy.ts'

interface Props {
  tokens: readonly OwnAccessToken[]
  /** Moves the focus: its row is removed. */
  onGone: () => void
}

export function AccessTokenList({ tokens, onGone }: Props) {
  if (tokens.length === 0) return <p className="text-muted">You have no access tokens.</p>
  return (
    <ul aria-label="Access tokens" className="w-full">
      {tokens.map((token) => (
        <Item key={token.id} token={token} onGone={onGone} />
      ))}
    </ul>
  )
}

export function RevokeAll({ onGone }: Pick<Props, 'onGone'>) {
  const [isAsking, setAsking] = useState(false)
  const { revokeAll } = useRevoking(onGone)
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Revoke all tokens
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke all access tokens?"
        description="Programs that send them are refused from this moment on. It cannot be undone, but you can make others."
        confirmLabel="Revoke all"
        danger
        onConfirm={revokeAll}
      />
    </>
  )
}

const REVOKED =
  'Programs that send it are refused from this moment on. It cannot be undone, but you can make another one.'

function Item({ token, onGone }: { token: OwnAccessToken } & Pick<Props, 'onGone'>) {
  const { name, scope, created_at, used_at, expires_at } = token
  const isOver = hasEnded(token)
  const [isAsking, setAsking] = useState(false)
  const { revoke } = useRevoking(onGone)
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
        onClick={() => (isOver ? void revoke(token) : setAsking(true))}
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
        onConfirm={() => revoke(token)}
      />
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
      toast({
        kind: 'success',
        title: `${isolated(token.name)} is ${hasEnded(token) ? 'removed' : 'revoked'}`,
      })
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
