import { useState } from 'react'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { isolated } from '../../platform/isolated.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { OwnPasskey } from '../accounts/passkeys/contract.ts'
import { AccountError, withAccountError } from '../accounts/sign-in/auth-client.ts'
import { useRefreshSecurity } from './part.tsx'

export type PasskeyActs = ReturnType<typeof usePasskeys>

/** `onGone` moves the focus after a removal. */
export function usePasskeys(onGone: () => void) {
  const [isAdding, setAdding] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** Id; a new passkey is renamed at once, from the suggested name. */
  const [renaming, rename] = useState<string>()
  const refresh = useRefreshSecurity(api.me.listPasskeys.key())
  const add = async () => {
    setAdding(true)
    setFailure(undefined)
    try {
      const { createPasskey } = await import('../accounts/passkeys/browser.ts')
      const { options, ticket } = await withAccountError(client.me.beginPasskey())
      const response = await createPasskey(options)
      const { id } = await withAccountError(client.me.addPasskey({ ticket, response }))
      toast({
        kind: 'success',
        title: 'Passkey added',
        description: 'From now on it signs you in. Give it a name by which you know it.',
      })
      await refresh()
      rename(id)
    } catch (error) {
      setFailure(error instanceof AccountError ? error.message : 'Please try again.')
    } finally {
      setAdding(false)
    }
  }
  const remove = async ({ id, name }: OwnPasskey) => {
    try {
      await client.me.removePasskey({ id })
      toast({ kind: 'success', title: `“${isolated(name)}” is removed` })
      onGone()
    } catch (error) {
      const description = errorMessage(error) ?? 'Please try again later'
      toast({ kind: 'error', title: 'This could not be removed', description })
      if (errorCode(error) !== 'NOT_FOUND') return
    }
    await refresh()
  }
  return { isAdding, failure, renaming, add, rename, remove }
}
