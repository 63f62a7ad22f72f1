import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Returns the props of a link to the previous page. Links to `href` if there is none, as after an email. */
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
