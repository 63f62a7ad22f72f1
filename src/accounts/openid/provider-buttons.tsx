import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { AccountError, redirectToProvider } from '../sign-in/auth-client.ts'
import { isOneOf, OPENID_OUTCOME_TEXT, OPENID_OUTCOMES } from './outcomes.ts'

export function useProviders() {
  return useRouteContext({ from: '__root__', select: ({ site }) => site.providers })
}

export function ProviderButtons({ redirect }: { redirect: string }) {
  const providers = useProviders()
  const [left, setLeft] = useState<string>()
  useEffect(() => {
    // Enables the buttons again, because the back button may restore this page with one still disabled.
    const stay = () => setLeft(undefined)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  if (!providers) return null
  const leave = async (id: string) => {
    setLeft(id)
    try {
      await redirectToProvider(id, { redirect })
    } catch (error) {
      const description = error instanceof AccountError ? error.message : 'Please try again.'
      toastError('Error', description)
      setLeft(undefined)
    }
  }
  return (
    <div className="mt-6 grid gap-3 border-t border-line pt-6">
      {providers.map(({ id, name }) => (
        <Button key={id} kind="quiet" className="min-h-11" pending={left === id} onClick={() => leave(id)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}

export function OutcomeNotice({ outcome }: { outcome: string | undefined }) {
  if (!isOneOf(OPENID_OUTCOMES, outcome) || outcome === 'newcomer' || outcome === 'code') return null
  return (
    <p role="status" className="mb-4 rounded-lg border border-line bg-sunken p-4">
      {OPENID_OUTCOME_TEXT[outcome]}
    </p>
  )
}
