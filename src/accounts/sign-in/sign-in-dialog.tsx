import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { deferAction, forgetDeferredAction } from '../session/deferred-action.ts'
import { runDeferredAction } from '../session/run-deferred-action.ts'
import { useSession } from '../session/session.tsx'
import { closeSignInDialog, type SignInRequest } from '../session/sign-in-request.ts'
import { AuthForms, type AuthTab } from './auth-forms.tsx'

/** Signs a guest in on the page and then runs their action. Also closes if the session begins in another tab. */
export default function SignInDialog({ request }: { request: SignInRequest }) {
  const [tab, setTab] = useState<AuthTab>('sign-in')
  const { href, pathname } = useLocation()
  const viewerId = useSession().viewer?.id
  const queryClient = useQueryClient()
  useEffect(() => {
    if (request.operation) deferAction(request.operation, request.input)
  }, [request])
  useEffect(() => {
    if (!viewerId) return
    closeSignInDialog()
    // Until the dialog is removed, the page can't receive the focus.
    if (request.onSignedIn) setTimeout(request.onSignedIn)
    void runDeferredAction(queryClient, viewerId)
  }, [viewerId, queryClient, request])
  const openedOn = useRef(pathname)
  useEffect(() => {
    if (pathname === openedOn.current) return
    // Pages such as the one for a forgotten password lead to a sign-in. From others, another person may sign in next.
    if (!pathname.startsWith('/auth')) forgetDeferredAction()
    closeSignInDialog()
  }, [pathname])
  const close = () => {
    forgetDeferredAction()
    closeSignInDialog()
  }
  return (
    <Dialog open onClose={close} title="Sign in to continue" description={request.words}>
      <AuthForms tab={tab} onTab={setTab} redirect={href} />
    </Dialog>
  )
}
