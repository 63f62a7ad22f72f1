import type { ComponentProps, MouseEvent } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { openSignInDialog, type SignInRequest } from './sign-in-request.ts'

interface Props
  extends Pick<SignInRequest, 'words' | 'onSignedIn'>,
    Pick<ComponentProps<typeof ButtonLink>, 'kind' | 'className' | 'children'> {
  /** The path of this page, for a link that opens in another tab or before the application is loaded. */
  redirect: string
}

/** Opens the sign-in dialog on the page. */
export function SignInLink({ redirect, words, onSignedIn, ...look }: Props) {
  const ask = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (openSignInDialog({ words, onSignedIn })) event.preventDefault()
  }
  return <ButtonLink {...look} to="/auth" search={{ redirect }} data-in-place onClick={ask} />
}
