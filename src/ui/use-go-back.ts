import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link to where one came from; where that is nowhere, as from a link in a mail, to `href`. */
export function useGoBack(href: string): Pick<ComponentProps<'a'>, 'href' | 'onClick'> {
  const { history } = useRouter()
  return {
    href,
    onClick: (event) => {
      if (!history.canGoBack()) return
      event.preventDefault()
      history.back()
    },
  }
}
