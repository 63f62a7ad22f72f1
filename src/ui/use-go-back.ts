import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Returns props of a link to the previous page, or to `href` if there is none, as for a link in an email. */
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
